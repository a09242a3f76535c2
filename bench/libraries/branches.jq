# Branches of llvm-cov's export ($export) that belong to functions of the files whose names are the lines of the input: FILE:LINE:FUNCTION:NUMBER:true|false 0|1
(split("\n") | map({ (.): true }) | add) as $files |
$export[0].data[0].functions[] | select($files[.filenames[0]]) |
(.filenames[0] | sub("^.*/"; "")) as $file |
(.name | sub("^.*:"; "")) as $name |
.branches | to_entries[] |
"\($file):\(.value[0]):\($name):\(.key)" as $at |
"\($at):true \(if .value[4] > 0 then 1 else 0 end)",
"\($at):false \(if .value[5] > 0 then 1 else 0 end)"

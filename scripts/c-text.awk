# Separates C sources into code and string literals, for the checks that must not be fooled by comments.
#
#     awk -v want=code    -f c-text.awk FILE…    code; comments and the insides of literals are blank
#     awk -v want=strings -f c-text.awk FILE…    string literals alone, those of #include left out
#
# Each line comes out as FILE:LINE:TEXT. Plain POSIX awk: mawk is what a minimal Debian has.

FNR == 1 { in_comment = 0 }

{
	code = ""
	strings = ""
	n = length($0)
	for (i = 1; i <= n; i++) {
		c = substr($0, i, 1)
		two = substr($0, i, 2)
		if (in_comment) {
			if (two == "*/") {
				in_comment = 0
				i++
			}
		} else if (two == "/*") {
			in_comment = 1
			code = code " "
			i++
		} else if (two == "//") {
			break
		} else if (c == "\"" || c == "'") {
			text = ""
			for (i++; i <= n && substr($0, i, 1) != c; i++) {
				if (substr($0, i, 1) == "\\")
					text = text substr($0, i++, 1)
				text = text substr($0, i, 1)
			}
			if (c == "\"")
				strings = strings "\"" text "\" "
			code = code c c
		} else {
			code = code c
		}
	}
	if (want == "code")
		print FILENAME ":" FNR ":" code
	else if (strings != "" && $0 !~ /^[ \t]*#[ \t]*include/)
		print FILENAME ":" FNR ":" strings
}

# Whether a file is SARIF 2.1.0, as far as Harrier uses it: each object has the properties that the standard names for it and no others, those that it wants are there, words are its words, URIs are URIs, indices lead
# somewhere. True, or an error that tells what is wrong. (The schema of OASIS may not be copied here; `HR_SARIF_SCHEMA=FILE tests/e2e/gen.sh` uses it, too.)
def check(condition; what): if condition then . else error(what + ": " + (tostring | .[0:200])) end;
def has_only($wanted; $allowed; what): check(type == "object"; what + " is an object")
	| check(($wanted - keys) == []; what + " lacks " + ($wanted - keys | tostring))
	| check((keys - $wanted - $allowed) == []; what + " has " + (keys - $wanted - $allowed | tostring));
def is_text(what): check(type == "string" and length > 0; what + " is a text");
def is_message(what): has_only(["text"]; []; what) | (.text | is_text(what)) as $ignored | .;
def is_artifact: has_only(["uri"]; ["uriBaseId"]; "artifactLocation")
	| check(.uri | test("^[A-Za-z0-9._~/!$&'()*+,;=:@%-]+$") and (test("%(?![0-9A-F]{2})") | not); "uri")
	| check((.uri | startswith("file:///")) or ((.uri | startswith("/") | not) and has("uriBaseId")); "a relative uri has a base");
def is_location: has_only([]; ["physicalLocation", "logicalLocations", "message"]; "location")
	| check(has("physicalLocation") or has("logicalLocations"); "location is somewhere")
	| ((.physicalLocation // empty) | has_only(["artifactLocation"]; ["region"]; "physicalLocation")
		| (.artifactLocation | is_artifact), ((.region // empty) | has_only(["startLine"]; []; "region") | check(.startLine >= 1; "startLine"))),
	  ((.logicalLocations // []) | .[] | has_only(["name", "kind"]; []; "logicalLocation")),
	  ((.message // empty) | is_message("message"));
def is_result($rules; $bases): has_only(["ruleId", "ruleIndex", "kind", "level", "message", "partialFingerprints"]; ["locations", "relatedLocations", "attachments", "properties"]; "result")
	| check(.level as $l | ["none", "note", "warning", "error"] | index($l); "level")
	| check(.kind as $k | ["fail", "informational"] | index($k); "kind")
	| check(.kind == "fail" or .level == "none"; "what is no failure has no level")
	| check($rules[.ruleIndex].id == .ruleId; "ruleIndex")
	| check(.partialFingerprints | to_entries | length > 0 and all(.value | type == "string" and test("^[0-9a-f]{16}$")); "partialFingerprints")
	| (.message | is_message("message")),
	  ((.locations // []) + (.relatedLocations // []) | .[] | is_location),
	  ((.attachments // []) | .[] | has_only(["artifactLocation"]; []; "attachment") | .artifactLocation | is_artifact),
	  ([.. | objects | .uriBaseId // empty] | unique | .[] | . as $base | check($bases | has($base); "uriBaseId")),
	  ((.properties // {}) | check(type == "object"; "properties"));
def is_run: has_only(["tool", "results"]; ["originalUriBaseIds"]; "run")
	| .tool.driver.rules as $rules | .originalUriBaseIds as $bases
	| (.tool | has_only(["driver"]; []; "tool") | .driver | has_only(["name", "version", "rules"]; []; "driver") | (.name | is_text("name"))),
	  ($rules | check((map(.id) | unique | length) == length; "ids of rules") | .[] | has_only(["id", "name", "shortDescription", "defaultConfiguration"]; []; "rule")
		| (.shortDescription | is_message("shortDescription")), (.defaultConfiguration | has_only(["level"]; []; "defaultConfiguration"))),
	  ($bases | .[] | has_only(["description"]; ["uri"]; "base")),
	  (.results | check((map(.partialFingerprints["harrier/v1"]) | unique | length) == length; "fingerprints are different") | .[] | is_result($rules; $bases));
has_only(["$schema", "version", "runs"]; []; "file")
	| check(.version == "2.1.0"; "version")
	| [.runs | check(length == 1; "runs") | .[] | is_run] | true

# A headless Chromium for end-to-end scripts, driven through chromedriver over loopback with curl; to be sourced by bash scripts.
# shellcheck shell=bash

# browser_start: sets $browser to the address of a session; fails where there is no Chromium, or it does not start
browser_start() {
	local port="" more="" session i
	mkdir -p browser-home
	: >driver.log # of this one, not of one before
	# a home of its own and no message bus: nothing of the user's takes part
	env HOME="$PWD/browser-home" XDG_CONFIG_HOME="$PWD/browser-home" DBUS_SESSION_BUS_ADDRESS=disabled: \
		chromedriver --port=0 >driver.log 2>&1 &
	browser_driver=$!
	for ((i = 0; i < 600; i++)); do
		port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' driver.log)
		[ -z "$port" ] || break
		kill -0 "$browser_driver" 2>/dev/null || return 1
		sleep 0.1
	done
	[ -n "$port" ] || return 1
	[ "$(id -u)" -ne 0 ] || more=', "--no-sandbox"' # it refuses to be root with one
	browser=http://127.0.0.1:$port/session
	for i in 1 2 3; do # a busy machine may take longer than the driver waits
		session=$(curl -s "$browser" -d '{"capabilities": {"alwaysMatch": {"goog:loggingPrefs": {"browser": "ALL"}, "timeouts": {"script": 120000},
			"goog:chromeOptions": {"args": ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
			"--hide-scrollbars"'"$more"']}}}}' | sed -n 's/.*"sessionId":"\([0-9a-f]*\)".*/\1/p')
		[ -z "$session" ] || break
	done
	[ -n "$session" ] || return 1
	browser=$browser/$session
}

browser_stop() {
	[ -n "${browser_driver:-}" ] || return 0
	case ${browser:-} in
	*/session/*) curl -s -X DELETE "$browser" >/dev/null ;;
	esac
	kill "$browser_driver" 2>/dev/null
	wait "$browser_driver" 2>/dev/null
	browser_driver=
}

browser_send() { # PATH JSON
	curl -s "$browser/$1" -d "$2"
}

# browser_quote TEXT: as a JSON string, into $quoted
browser_quote() {
	quoted=${1//\\/\\\\}
	quoted=${quoted//\"/\\\"}
	quoted=${quoted//$'\n'/\\n}
	quoted=\"${quoted//$'\t'/\\t}\"
}

browser_open() { # ADDRESS: and waits until the page says that it is ready
	browser_quote "$1"
	browser_send url "{\"url\": $quoted}" >/dev/null
	[ "$(browser_value 'return document.documentElement.dataset.ready')" = yes ]
}

# browser_value SCRIPT: what it returns (it may await); text as it is, else as JSON
browser_value() {
	local answer
	browser_quote "return (async () => { $1 })().then(value => typeof value === 'string' ? value : JSON.stringify(value))"
	answer=$(browser_send execute/sync "{\"script\": $quoted, \"args\": []}")
	case $answer in
	'{"value":"'*)
		answer=${answer#'{"value":"'}
		printf '%b\n' "${answer%'"}'}"
		;;
	'{"value":null}') ;;
	*) printf '%.600s\n' "$answer" ;;
	esac
}

# browser_holds SCRIPT: it must return an empty text, or true; else that is told
browser_holds() {
	local said
	said=$(browser_value "const held = await (async () => { $1 })(); return held === true || held === '' ? 'holds' : String(held)")
	[ "$said" = holds ] || { printf '%s\n' "$said"; return 1; }
}

browser_size() { # WIDTH HEIGHT
	browser_send goog/cdp/execute "{\"cmd\": \"Emulation.setDeviceMetricsOverride\", \"params\": {\"width\": $1, \"height\": $2, \"deviceScaleFactor\": 1, \"mobile\": false}}" >/dev/null
}

browser_scheme() { # light|dark: what the system prefers
	browser_send goog/cdp/execute "{\"cmd\": \"Emulation.setEmulatedMedia\", \"params\": {\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"$1\"}]}}" >/dev/null
}

browser_find() { # SELECTOR: the driver's name of the element
	browser_quote "$1"
	browser_send element "{\"using\": \"css selector\", \"value\": $quoted}" | sed -n 's/.*":"\([^"]*\)"}}$/\1/p'
}

browser_keys() { # SELECTOR TEXT: types into it as a person does
	local found
	found=$(browser_find "$1")
	browser_quote "$2"
	browser_send "element/$found/value" "{\"text\": $quoted}" >/dev/null
}

browser_click() { # SELECTOR
	browser_send "element/$(browser_find "$1")/click" '{}' >/dev/null
}

browser_picture() { # FILE.png
	curl -s "$browser/screenshot" | sed 's/^{"value":"//; s/"}$//' | base64 -d >"$1"
}

browser_is_quiet() { # nothing was written to the console since the last time
	local said
	said=$(browser_send se/log '{"type": "browser"}')
	[ "$said" = '{"value":[]}' ] || { echo "$said"; return 1; }
}

# A headless Chromium for end-to-end scripts, driven through chromedriver over loopback; to be sourced by bash scripts after check.inc.sh. Needs curl and jq.
# shellcheck shell=bash

# browser_start: sets $browser to the address of a session; fails where there is no Chromium, or it does not start
browser_start() {
	local port="" options root_options='[]' i
	command -v chromedriver >/dev/null && command -v chromium >/dev/null && command -v curl >/dev/null || return 1
	mkdir -p browser-home
	# no home, no message bus: nothing of the user's takes part
	env HOME="$PWD/browser-home" XDG_CONFIG_HOME="$PWD/browser-home" DBUS_SESSION_BUS_ADDRESS=disabled: \
		chromedriver --port=0 >driver.log 2>&1 &
	browser_driver=$!
	for ((i = 0; i < 300; i++)); do
		port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' driver.log)
		[ -z "$port" ] || break
		kill -0 "$browser_driver" 2>/dev/null || return 1
		sleep 0.1
	done
	[ -n "$port" ] || return 1
	[ "$(id -u)" -ne 0 ] || root_options='["--no-sandbox"]' # it refuses to be root with one
	options=$(jq -n --argjson more "$root_options" '{capabilities: {alwaysMatch: {
		"goog:loggingPrefs": {browser: "ALL"}, timeouts: {script: 60000},
		"goog:chromeOptions": {binary: "/usr/bin/chromium", args: (["--headless=new", "--disable-gpu", "--disable-dev-shm-usage",
			"--disable-background-networking", "--no-first-run", "--hide-scrollbars"] + $more)}}}}')
	browser=http://127.0.0.1:$port/session
	browser=$browser/$(curl -s "$browser" -d "$options" | jq -er '.value.sessionId') || return 1
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

browser_command() { # NAME JSON: of the DevTools' protocol
	browser_send goog/cdp/execute "$(jq -n --arg name "$1" --argjson parameters "$2" '{cmd: $name, params: $parameters}')" >/dev/null
}

browser_open() { # ADDRESS: and waits until the page says that it is ready
	browser_send url "$(jq -n --arg url "$1" '{url: $url}')" >/dev/null
	[ "$(browser_value 'return document.documentElement.dataset.ready')" = yes ]
}

# browser_value SCRIPT: what it returns, or what the promise that it returns comes to; text as it is, else as JSON
browser_value() {
	browser_send execute/sync "$(jq -n --arg script "$1" '{script: $script, args: []}')" |
		jq -r '.value | if type == "string" then . else tojson end'
}

# browser_holds SCRIPT: it must return an empty text, or true; else that is told
browser_holds() {
	local said
	said=$(browser_value "$1")
	case $said in
	"" | true) return 0 ;;
	esac
	printf '%s\n' "$said"
	return 1
}

browser_size() { # WIDTH HEIGHT
	browser_command Emulation.setDeviceMetricsOverride "{\"width\": $1, \"height\": $2, \"deviceScaleFactor\": 1, \"mobile\": false}"
}

browser_scheme() { # light|dark: what the system prefers
	browser_command Emulation.setEmulatedMedia "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"$1\"}]}"
}

browser_keys() { # SELECTOR TEXT: types into it as a person does
	local found
	found=$(browser_send element "$(jq -n --arg value "$1" '{using: "css selector", value: $value}')" | jq -r '.value | to_entries[0].value')
	browser_send "element/$found/value" "$(jq -n --arg text "$2" '{text: $text}')" >/dev/null
}

browser_click() { # SELECTOR
	local found
	found=$(browser_send element "$(jq -n --arg value "$1" '{using: "css selector", value: $value}')" | jq -r '.value | to_entries[0].value')
	[ "$(browser_send "element/$found/click" '{}' | jq -r .value)" = null ]
}

browser_picture() { # FILE.png
	curl -s "$browser/screenshot" | jq -r .value | base64 -d >"$1"
}

browser_is_quiet() { # nothing was written to the console since the last time
	local said
	said=$(browser_send se/log '{"type": "browser"}' | jq -r '.value[] | .level + " " + .message')
	[ -z "$said" ] || { echo "$said"; return 1; }
}

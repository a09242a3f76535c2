/* What the page does by itself: tables that sort and filter, the plot, the graph, the source view, links into them, the colour scheme.
 *
 * Invariants: text of the campaign only ever becomes text (textContent, attributes), never markup. Rows of long tables and lines of long files are made
 * when they come into view, so that size does not count when the page opens. Whatever can be clicked is a button or a link. */
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const whole = new Intl.NumberFormat('en');
const svgNames = 'http://www.w3.org/2000/svg';

function fill(made, attributes, children) {
	for (const [name, value] of Object.entries(attributes || {}))
		if (name.startsWith('on'))
			made.addEventListener(name.slice(2), value);
		else if (value === true)
			made.setAttribute(name, '');
		else if (value !== null && value !== undefined && value !== false)
			made.setAttribute(name, value);
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined)
			made.append(child);
	return made;
}
const element = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
const drawn = (name, attributes, ...children) => fill(document.createElementNS(svgNames, name), attributes, children);

const link = (kind, key) => '#' + kind + '-' + encodeURIComponent(key).replace(/%2F/g, '/').replace(/%3A/g, ':');
const percent = (covered, count) => count ? (Math.floor(covered * 1000 / count) / 10).toFixed(1) + '\u202f%' : '';
const plural = (n, one, many) => whole.format(n) + '\u00a0' + (n === 1 ? one : many || one + 's');

/* A count that fits into five characters. */
function brief(n) {
	const units = ['', 'k', 'M', 'G', 'T', 'P'];
	let unit = 0;
	while (n >= 1000 && unit < units.length - 1) {
		n /= 1000;
		unit++;
	}
	return (unit && n < 10 ? n.toFixed(1) : Math.floor(n)) + units[unit];
}

/* Once, when the place comes near. */
function whenSeen(place, act) {
	const observer = new IntersectionObserver(seen => {
		if (!seen.some(entry => entry.isIntersecting))
			return;
		observer.disconnect();
		act();
	}, { rootMargin: '800px' });
	observer.observe(place);
}

function remember(key, value) {
	try {
		if (value === undefined)
			return localStorage.getItem(key);
		localStorage.setItem(key, value);
	} catch (refused) { /* a page from a file may not keep anything */ }
	return null;
}

function setScheme(scheme) {
	if (scheme === 'light' || scheme === 'dark')
		document.documentElement.setAttribute('data-theme', scheme);
	else
		document.documentElement.removeAttribute('data-theme');
}

function startScheme() {
	const choice = byId('scheme');
	const kept = remember('harrier-scheme');
	if (kept === 'light' || kept === 'dark')
		choice.value = kept;
	setScheme(choice.value);
	choice.addEventListener('change', () => {
		setScheme(choice.value);
		remember('harrier-scheme', choice.value);
	});
}

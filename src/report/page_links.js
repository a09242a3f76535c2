/* Links into what is made on demand; and, at the end, the start of everything. */

function showLine(index, number) {
	if (!byId('source-' + index))
		return null;
	openFile(index);
	const place = byId('source-view');
	fillBlock(place.children[Math.floor((number - 1) / linesAtOnce)] || place.firstElementChild, place.file);
	setStop(place, number); /* the keyboard goes on from there */
	return byId('line-' + data.files[index].path + ':' + number);
}

/* Makes what a link points at, where that is made on demand only; NULL: it is no such link, or points at nothing. */
const makers = {
	function(key) {
		const found = data.functions.find(f => f[9] === key);
		if (found && !byId('source-' + found[1]) && tables.functions)
			tables.functions.reveal(found);
		if (found && byId('source-' + found[1])) {
			openFile(found[1]);
			return showLine(found[1], headOf(byId('source-view').file, found));
		}
		return byId('function-' + key);
	},
	file(key) {
		const index = data.files.findIndex(f => f.path === key);
		if (index < 0 || !byId('source-' + index))
			return null;
		openFile(index);
		return byId('source');
	},
	line(key) {
		const colon = key.lastIndexOf(':');
		const index = data.files.findIndex(f => f.path === key.slice(0, colon));
		return index < 0 ? null : showLine(index, Number(key.slice(colon + 1)));
	},
	operation(key) {
		const row = data.operations.find(o => o.name === key);
		if (row && tables.operations)
			tables.operations.reveal(row);
		return byId('operation-' + key);
	},
	test(key) {
		const row = data.tests.find(t => t.name === key);
		if (row && tables.tests)
			tables.tests.reveal(row);
		return byId('test-' + key);
	},
};

function follow() {
	let hash = location.hash.slice(1);
	try {
		hash = decodeURIComponent(hash);
	} catch (malformed) { /* then as it stands */ }
	const kind = hash.slice(0, hash.indexOf('-'));
	document.querySelectorAll('.here').forEach(old => old.classList.remove('here'));
	if (!Object.hasOwn(makers, kind) || byId(hash) && kind !== 'function' && kind !== 'line' && kind !== 'file')
		return;
	const found = makers[kind](hash.slice(kind.length + 1));
	if (!found)
		return;
	if (found.id !== 'source') {
		found.classList.add('here');
		found.scrollIntoView({ block: 'center' });
	} else {
		found.scrollIntoView();
	}
	const details = found.querySelector(':scope > th > details');
	if (details)
		details.open = true;
}

/* Which section the reader is in. */
function startNavigation() {
	const links = new Map([...document.querySelectorAll('nav a')].map(a => [a.getAttribute('href').slice(1), a]));
	const seen = new Set();
	const observer = new IntersectionObserver(entries => {
		for (const entry of entries)
			if (entry.isIntersecting)
				seen.add(entry.target.id);
			else
				seen.delete(entry.target.id);
		const first = [...links.keys()].find(id => seen.has(id));
		for (const [id, a] of links)
			if (id === first)
				a.setAttribute('aria-current', 'true');
			else
				a.removeAttribute('aria-current');
	}, { rootMargin: '-10% 0px -60% 0px' });
	for (const id of links.keys())
		if (byId(id))
			observer.observe(byId(id));
}

startScheme();
startTables();
startPlot();
startGraph();
startSource();
startNavigation();
window.addEventListener('hashchange', follow);
follow();
document.documentElement.dataset.ready = 'yes';

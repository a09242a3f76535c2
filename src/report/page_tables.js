/* Tables that sort and filter, and what stands in them. */

const rowsAtOnce = 50;

function share(covered, count) {
	if (!count)
		return element('span', { class: 'soft' }, '\u2013');
	const bar = element('span', { class: 'bar', 'aria-hidden': 'true' }, element('i', { style: 'width:' + covered * 100 / count + '%' }));
	return element('span', { class: 'share' }, bar, element('span', {}, percent(covered, count)),
		       element('span', { class: 'soft' }, whole.format(covered) + '/' + whole.format(count)));
}
const shareKey = (covered, count) => count ? covered / count : 2;

/* spec: id (of the place), label, unit, columns [{title, key, cell, right, wide}], rows, text(row), anchor(row), choices [{label, test}], sort (column), down, detail(row) or null.
 * The first column is the row's header. */
function makeTable(spec) {
	const place = byId(spec.id);
	if (!place)
		return null;
	const filter = element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
	const choice = element('select', {}, (spec.choices || []).map((c, i) => element('option', { value: i }, c.label)));
	const status = element('span', { role: 'status' });
	const body = element('tbody');
	const headers = spec.columns.map((column, i) =>
		element('th', { scope: 'col', class: (column.right ? 'right ' : '') + (column.wide ? 'wide' : ''), 'aria-sort': 'none' },
			column.key ? element('button', { type: 'button', onclick: () => sortBy(i) }, column.title) : column.title));
	const next = element('button', { type: 'button', onclick: () => showMore(rowsAtOnce * 4) });
	const all = element('button', { type: 'button', onclick: () => showMore(shown.length) });
	const more = element('div', { class: 'controls more' }, next, all);
	let shown = [], made = 0, sorted = spec.sort, down = !!spec.down;

	function makeRow(row) {
		const cells = spec.columns.map((column, i) =>
			element(i ? 'td' : 'th', { scope: i ? null : 'row', class: (column.right ? 'right ' : '') + (column.wide ? 'wide' : '') || null }, column.cell(row)));
		return element('tr', { id: spec.anchor ? spec.anchor(row) : null }, cells);
	}
	function showMore(count) {
		const end = Math.min(shown.length, made + count);
		const rows = document.createDocumentFragment();
		for (; made < end; made++)
			rows.append(makeRow(shown[made]));
		body.append(rows);
		more.hidden = made >= shown.length;
		next.textContent = 'Show ' + Math.min(rowsAtOnce * 4, shown.length - made) + ' more';
		next.hidden = shown.length - made <= rowsAtOnce * 4;
		all.textContent = 'Show all ' + whole.format(shown.length);
	}
	function update() {
		const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
		const test = spec.choices ? spec.choices[choice.value || 0].test : null;
		shown = spec.rows.filter(row => {
			const text = words.length ? spec.text(row).toLowerCase() : '';
			return (!test || test(row)) && words.every(word => text.includes(word));
		});
		const key = spec.columns[sorted].key;
		shown = shown.map(row => [key(row), row]).sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0) * (down ? -1 : 1)).map(pair => pair[1]);
		headers.forEach((header, i) => header.setAttribute('aria-sort', i !== sorted ? 'none' : down ? 'descending' : 'ascending'));
		status.textContent = shown.length === spec.rows.length ? plural(shown.length, spec.unit)
			: whole.format(shown.length) + ' of ' + plural(spec.rows.length, spec.unit);
		body.textContent = '';
		made = 0;
		showMore(rowsAtOnce);
	}
	function sortBy(column) {
		down = sorted === column ? !down : false;
		sorted = column;
		update();
	}

	filter.addEventListener('input', update);
	choice.addEventListener('change', update);
	place.append(
		element('div', { class: 'controls' }, element('label', {}, 'Filter', filter), spec.choices ? element('label', {}, 'Show', choice) : null, status),
		element('div', { class: 'scroll', role: 'region', 'aria-label': spec.label, tabindex: 0 },
			element('table', {}, element('caption', { class: 'unseen' }, spec.label), element('thead', {}, element('tr', {}, headers)), body)),
		more);
	update();
	return {
		reveal(row) { /* makes the row, whatever is filtered */
			if (!shown.includes(row)) {
				filter.value = '';
				choice.value = 0;
				update();
			}
			showMore(Math.max(0, shown.indexOf(row) + 1 - made));
		}
	};
}

/* A name, which may be broken behind underscores and slashes: nothing else of it means a pause. */
function named(name) {
	const parts = name.split(/(?<=[_/])(?![_/])/);
	return element('code', {}, parts.map((part, i) => i ? [element('wbr'), part] : part));
}

/* A name with something longer behind it, shown on demand. */
function withMore(name, text, label) {
	return text ? element('details', {}, element('summary', { 'aria-label': name + ', ' + label }, named(name)), element('pre', {}, text)) : named(name);
}

const tables = {};

function startTables() {
	const file = row => data.files[row[1]].path;
	const hasSource = index => !!byId('source-' + index);
	tables.files = makeTable({
		id: 'files-table', label: 'Coverage by file', unit: 'file', rows: data.files, sort: 0, text: f => f.path,
		columns: [
			{ title: 'File', key: f => f.path, cell: f => hasSource(data.files.indexOf(f)) ? element('a', { href: link('file', f.path) }, named(f.path)) : named(f.path) },
			{ title: 'Branches', right: true, key: f => shareKey(...f.branches), cell: f => share(...f.branches) },
			{ title: 'Lines', right: true, key: f => shareKey(...f.lines), cell: f => share(...f.lines) },
			{ title: 'Functions', right: true, wide: true, key: f => shareKey(...f.functions), cell: f => share(...f.functions) },
		],
	});
	tables.functions = makeTable({
		id: 'functions-table', label: 'Coverage by function', unit: 'function', rows: data.functions, sort: 0, text: f => f[0] + ' ' + file(f), anchor: f => hasSource(f[1]) ? null : 'function-' + f[9],
		choices: [
			{ label: 'all' },
			{ label: 'never called', test: f => !f[4] },
			{ label: 'called, but not all covered', test: f => f[4] && (f[5] < f[6] || f[7] < f[8]) },
			{ label: 'covered', test: f => f[4] && f[5] === f[6] && f[7] === f[8] },
		],
		columns: [
			{ title: 'Function', key: f => f[0], cell: f => element('a', { href: '#function-' + f[9] }, named(f[0])) },
			{ title: 'File', wide: true, key: f => file(f), cell: f => element('span', { class: 'soft mono' }, file(f) + ':' + f[2]) },
			{ title: 'Branches', right: true, key: f => shareKey(f[7], f[8]), cell: f => share(f[7], f[8]) },
			{ title: 'Lines', right: true, key: f => shareKey(f[5], f[6]), cell: f => share(f[5], f[6]) },
			{ title: 'Calls', right: true, wide: true, key: f => f[4], cell: f => f[4] ? whole.format(f[4]) : element('span', { class: 'class certain' }, 'never') },
		],
	});
	/* of a campaign that has not ended nothing is said that its end may refute */
	const never = data.finished ? 'never' : 'not yet';
	const ended = [
		{ title: 'Calls', right: true, wide: true, key: o => o.reach[0], cell: o => whole.format(o.reach[0]) },
		{ title: 'Normal', right: true, key: o => o.reach[1], cell: o => o.reach[1] ? whole.format(o.reach[1]) : element('span', { class: 'class ' + (data.finished ? 'certain' : 'plain') }, never) },
		{ title: 'Refused', right: true, wide: true, key: o => o.reach[2], cell: o => whole.format(o.reach[2]) },
		{ title: 'Failed', right: true, wide: true, key: o => o.reach[4], cell: o => whole.format(o.reach[4]) },
	];
	tables.operations = makeTable({
		id: 'operations-table', label: 'How calls of each operation ended', unit: 'operation', rows: data.operations, sort: data.counted ? 6 : 0, text: o => o.name + ' ' + o.why + ' ' + o.kind, anchor: o => 'operation-' + o.name,
		choices: [
			{ label: 'all' },
			{ label: 'cannot be called', test: o => !o.callable },
			...data.counted ? [{ label: data.finished ? 'never returned normally' : 'not returned normally yet', test: o => !o.reach[1] }, { label: 'returned normally', test: o => o.reach[1] }] : [],
		],
		columns: [
			{ title: 'Operation', key: o => o.name, cell: o => withMore(o.name, o.signature, 'declaration') },
			{ title: 'Kind', wide: true, key: o => o.kind, cell: o => o.kind },
			...data.counted ? ended : [],
			{ title: 'Why not', key: o => o.why || '\uffff', cell: o => o.why },
		],
	});
	tables.tests = makeTable({
		id: 'tests-table', label: 'Tests of the suite', unit: 'test', rows: data.tests, sort: 0, text: t => t.name + ' ' + t.text + ' ' + t.why, anchor: t => 'test-' + t.name,
		choices: [{ label: 'all' }, { label: 'in the suite', test: t => !t.why }, { label: 'left out', test: t => t.why }],
		columns: [
			{ title: 'Test', key: t => t.name, cell: t => withMore(t.name, t.text, 'text') },
			{ title: 'File', wide: true, key: t => t.file, cell: t => element('span', { class: 'soft mono' }, t.file) },
			{ title: 'Lines', right: true, key: t => t.lines === null ? -1 : t.lines, cell: t => t.lines !== null ? whole.format(t.lines) : element('span', { class: 'soft' }, t.why ? '\u2013' : 'not known') },
			{ title: 'State', wide: true, key: t => t.why, cell: t => t.why ? 'left out: ' + t.why : 'passes' },
		],
	});
	const known = new Set(data.files.map(f => f.path));
	const side = (at, first) => ({ right: true, wide: first === 2, key: c => c[at] ? shareKey(c[at][first], c[at][first + 1]) : -1,
		cell: c => c[at] ? element('span', { title: whole.format(c[at][first]) + ' of ' + whole.format(c[at][first + 1]) }, percent(c[at][first], c[at][first + 1]) || '\u2013') : 'not there' });
	tables.changes = makeTable({
		id: 'changes-table', label: 'Functions that are covered otherwise than before', unit: 'function', rows: data.changes || [], sort: 0, text: c => c[0] + ' ' + c[1],
		choices: [{ label: 'all' }, { label: 'lines gained', test: c => c[5] }, { label: 'lines lost', test: c => c[6] }, { label: 'new', test: c => !c[3] }, { label: 'gone', test: c => !c[4] }],
		columns: [
			{ title: 'Function', key: c => c[0], cell: c => c[2] ? element('a', { href: '#function-' + c[2] }, named(c[0])) : named(c[0]) },
			{ title: 'File', wide: true, key: c => c[1], cell: c => element('span', { class: 'soft mono' }, c[1]) },
			{ title: 'Lines before', ...side(3, 0) }, { title: 'Lines now', ...side(4, 0) },
			{ title: 'Branches before', ...side(3, 2) }, { title: 'Branches now', ...side(4, 2) },
			{ title: 'Gained', right: true, key: c => c[5], cell: c => whole.format(c[5]) },
			{ title: 'Lost', right: true, key: c => c[6], cell: c => whole.format(c[6]) },
		],
	});
	const place = l => l[2] + ':' + l[3] + (l[4] > l[3] ? '\u2013' + l[4] : '');
	tables.changedLines = makeTable({
		id: 'changed-lines-table', label: 'Lines gained and lost', unit: 'place', rows: data.changedLines || [], sort: 0, text: l => place(l) + (l[0] ? ' gained' : ' lost'),
		choices: [{ label: 'all' }, { label: 'gained', test: l => l[0] }, { label: 'lost', test: l => !l[0] }],
		columns: [
			{ title: 'Place', key: l => l[2] + ':' + String(l[3]).padStart(9, '0'),
			  cell: l => l[1] && hasSource(data.files.findIndex(f => f.path === l[2])) ? element('a', { href: link('line', l[2] + ':' + l[3]) }, element('code', {}, place(l))) : element('code', {}, place(l)) },
			{ title: 'Lines', right: true, key: l => l[4] - l[3], cell: l => whole.format(l[4] - l[3] + 1) },
			{ title: 'Change', key: l => l[0], cell: l => l[0] ? '+ gained' : '\u2212 lost' },
		],
	});
	tables.mutants = makeTable({
		id: 'mutants-table', label: 'Mutants that no test notices', unit: 'mutant', rows: data.mutants, sort: 0, text: m => [m.file, m.function, m.what, m.state].join(' '),
		columns: [
			{ title: 'Place', key: m => m.file + ':' + String(m.line).padStart(9, '0'),
			  cell: m => known.has(m.file) ? element('a', { href: link('line', m.file + ':' + m.line) }, element('code', {}, m.file + ':' + m.line)) : element('code', {}, m.file + ':' + m.line) },
			{ title: 'Function', wide: true, key: m => m.function, cell: m => element('code', {}, m.function) },
			{ title: 'Mistake', key: m => m.what, cell: m => element('code', {}, m.what) },
			{ title: 'State', key: m => m.state, cell: m => m.state },
		],
	});
}

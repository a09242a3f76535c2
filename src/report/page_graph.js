/* The graph of types and operations. */

const edgesAtMost = 400;

/* Three columns: who makes a type, the types, who takes or ends it. */
function drawGraph(place, chosen) {
	const all = data.edges.filter(edge => chosen < 0 || edge[2] === chosen), edges = all.slice(0, edgesAtMost);
	byId('graph-said').textContent = edges.length < all.length ? whole.format(edges.length) + ' of ' + whole.format(all.length) + ' edges are drawn.' : plural(all.length, 'edge');
	const columns = [new Map(), new Map(), new Map()];
	const node = (column, index) => {
		if (!columns[column].has(index))
			columns[column].set(index, { column, index, weight: 0, near: 0, lines: [] });
		const found = columns[column].get(index);
		found.weight++;
		return found;
	};
	const lines = edges.map(([kind, operation, type, label]) => ({ kind, label, type: node(1, type), operation: node(kind === 1 ? 0 : 2, operation) }));
	if (!lines.length) {
		place.replaceChildren(element('p', { class: 'soft' }, 'Nothing makes or takes an object of this type.'));
		return;
	}
	for (const line of lines)
		for (const end of [line.type, line.operation])
			end.lines.push(line);
	const step = 24, wide = index => Math.max(...[...columns[index].values()].map(n => name(n).length), 4) * 7.1 + 18;
	function name(n) {
		return n.column === 1 ? data.types[n.index] : data.operations[n.index].name;
	}
	const place1 = [...columns[1].values()].sort((a, b) => b.weight - a.weight || a.index - b.index);
	place1.forEach((n, i) => { n.near = i; });
	const orders = [0, 1, 2].map(column => column === 1 ? place1 : [...columns[column].values()].sort((a, b) => {
		const middle = n => n.lines.reduce((sum, line) => sum + line.type.near, 0) / n.lines.length;
		return middle(a) - middle(b) || a.index - b.index;
	}));
	const most = Math.max(...orders.map(order => order.length)), height = most * step + 40;
	const widths = [0, 1, 2].map(column => columns[column].size ? wide(column) : 0);
	const gap = 110, lefts = [12, 12 + widths[0] + (widths[0] ? gap : 0), 0];
	lefts[2] = lefts[1] + widths[1] + gap;
	orders.forEach((order, column) => order.forEach((n, i) => {
		n.x = lefts[column];
		n.y = 40 + (most * step) * (i + 0.5) / order.length;
		n.wide = widths[column];
	}));
	const total = lefts[2] + widths[2] + 12;
	const svg = drawn('svg', { width: total, height: height + 10, viewBox: '0 0 ' + total + ' ' + (height + 10), role: 'group', 'aria-label': 'graph of types and operations' },
		['made by', 'type', 'taken or ended by'].map((title, i) => widths[i] ? drawn('text', { x: lefts[i], y: 18 }, title) : null));
	const verbs = ['takes', 'makes', 'ends'];
	for (const line of lines) {
		const from = line.kind === 1 ? line.operation : line.type, to = line.kind === 1 ? line.type : line.operation;
		const x1 = from.x + from.wide, x2 = to.x;
		line.drawn = drawn('path', { class: 'edge ' + ['takes', 'provides', 'ends'][line.kind], d: 'M' + x1 + ' ' + from.y + 'C' + (x1 + gap / 2) + ' ' + from.y + ' ' + (x2 - gap / 2) + ' ' + to.y + ' ' + x2 + ' ' + to.y,
					       'stroke-dasharray': line.kind === 2 ? '6 3' : null },
			drawn('title', {}, name(line.operation) + ' ' + verbs[line.kind] + ' ' + name(line.type) + (line.label ? ' (' + line.label + ')' : '')));
		svg.append(line.drawn);
	}
	const light = n => {
		svg.classList.toggle('chosen', !!n);
		svg.querySelectorAll('.lit').forEach(lit => lit.classList.remove('lit'));
		for (const line of n ? n.lines : [])
			for (const part of [line.drawn, line.type.drawn, line.operation.drawn])
				part.classList.add('lit');
	};
	for (const n of orders.flat()) {
		const operation = n.column === 1 ? null : data.operations[n.index];
		const words = n.lines.map(line => n.column === 1 ? verbs[line.kind].replace(/s$/, '') + ': ' + name(line.operation) : verbs[line.kind] + ' ' + name(line.type));
		const inside = [drawn('rect', { x: n.x, y: n.y - 10, width: n.wide, height: 20, rx: n.column === 1 ? 10 : 3 }), drawn('text', { x: n.x + 9, y: n.y + 4 }, name(n)),
				drawn('title', {}, name(n) + ': ' + words.join(', '))];
		const isDark = data.counted && operation && !operation.reach[1];
		n.drawn = drawn('g', { class: 'node' + (n.column === 1 ? ' type' : '') + (isDark ? ' unreached' : '') }, operation ? drawn('a', { href: link('operation', operation.name), 'aria-label': name(n) + ': ' + words.join(', ') }, inside) : inside);
		n.drawn.addEventListener('pointerenter', () => light(n));
		n.drawn.addEventListener('pointerleave', () => light(null));
		n.drawn.addEventListener('focusin', () => light(n));
		n.drawn.addEventListener('focusout', () => light(null));
		svg.append(n.drawn);
	}
	place.replaceChildren(svg);
}

function startGraph() {
	const place = byId('graph'), choice = byId('graph-type');
	if (!place || !data.edges.length)
		return;
	const weights = data.types.map((name, i) => [data.edges.filter(edge => edge[2] === i).length, name, i]).filter(w => w[0]).sort((a, b) => b[0] - a[0]);
	choice.append(element('option', { value: -1 }, 'all types (' + weights.length + ')'), weights.map(w => element('option', { value: w[2] }, w[1] + ' (' + w[0] + ')')));
	choice.value = data.edges.length > 150 && weights.length > 1 ? weights[0][2] : -1;
	choice.addEventListener('change', () => drawGraph(place, Number(choice.value)));
	drawGraph(place, Number(choice.value));
}

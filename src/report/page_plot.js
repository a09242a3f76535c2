/* Coverage over time. */

/* Round numbers from 0 on, about `wanted` of them, the last not above `most`. */
function ticks(most, wanted) {
	const rough = most / wanted, power = Math.pow(10, Math.floor(Math.log10(rough)));
	const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= rough);
	const made = [];
	for (let i = 0; i * step <= most * 1.0001; i++)
		made.push(Number((i * step).toPrecision(12)));
	return made;
}

function startPlot() {
	const place = byId('plot');
	if (!place || !data.points.length)
		return;
	const output = byId('plot-output'), scale = byId('plot-scale');
	const points = data.points, last = points[points.length - 1];
	const others = data.before ? data.before.points : [];
	const mostX = Math.max(last[0], ...others.slice(-1).map(p => p[0]), 0.001);
	const mostY = Math.max(...points.map(p => p[1]), ...others.map(p => p[1]), 1);
	const least = Math.max(mostX / 10000, Math.min(...points.map(p => p[0]).filter(at => at > 0), mostX));
	const about = p => p[0].toFixed(p[0] < 10 ? 2 : 1) + '\u00a0s: ' + plural(p[1], 'edge') + (data.edgeCount ? ' (' + percent(p[1], data.edgeCount) + ' of ' + whole.format(data.edgeCount) + ')' : '') +
		', ' + plural(p[2], 'sequence') + ', ' + plural(p[3], 'call') + ' until then, with those of experiments';
	let current = points.length - 1, width = 0;

	function draw() {
		width = place.clientWidth;
		if (!width)
			return;
		const height = Math.max(200, Math.min(320, width * 0.45)), left = 52, right = 14, top = 40, bottom = 42;
		const isLog = scale.value === 'log';
		const x = at => left + (width - left - right) * (isLog ? Math.log(Math.max(at, least) / least) / Math.log(mostX / least || 2) : at / mostX);
		const y = edges => height - bottom - (height - top - bottom) * edges / mostY;
		const curve = list => list.map((p, i) => (i ? 'L' : 'M') + x(p[0]).toFixed(1) + ' ' + y(p[1]).toFixed(1)).join('');
		const at = isLog ? [0.001, 0.01, 0.1, 1, 10, 100, 1000, 10000].filter(t => t >= least && t <= mostX) : ticks(mostX, width < 500 ? 4 : 8);
		const cursor = drawn('line', { class: 'cursor', y1: top, y2: height - bottom });
		const svg = drawn('svg', { viewBox: '0 0 ' + width + ' ' + height, height, role: 'group', tabindex: 0, 'aria-labelledby': 'plot-title', 'aria-describedby': 'plot-output' },
			drawn('g', { 'aria-hidden': 'true' }, /* what the keyboard reads is said below */
			ticks(mostY, 4).map(t => [drawn('line', { class: 'grid', x1: left, x2: width - right, y1: y(t), y2: y(t) }),
						  drawn('text', { x: left - 8, y: y(t) + 4, 'text-anchor': 'end' }, whole.format(t))]),
			at.map(t => [drawn('line', { class: 'axis', x1: x(t), x2: x(t), y1: height - bottom, y2: height - bottom + 5 }),
				     drawn('text', { x: x(t), y: height - bottom + 19, 'text-anchor': 'middle' }, String(t))]),
			drawn('line', { class: 'axis', x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }),
			drawn('text', { x: (left + width - right) / 2, y: height - 4, 'text-anchor': 'middle' }, 'seconds of search'),
			drawn('text', { x: 0, y: 10, 'text-anchor': 'start' }, 'edges executed'),
			others.length ? drawn('path', { class: 'curve other', d: curve(others) }) : null,
			drawn('path', { class: 'curve', d: curve(points) }),
			points.map(p => drawn('circle', { class: 'point', cx: x(p[0]).toFixed(1), cy: y(p[1]).toFixed(1), r: points.length > 150 ? 1.6 : 2.4 }))),
			data.failures.filter(f => f.at <= mostX).sort((a, b) => a.at - b.at).map(f => drawn('a', { href: '#failure-' + f.key, 'aria-label': 'failure ' + f.id + ' found after ' + f.at.toFixed(2) + ' seconds' },
				drawn('path', { class: 'found', d: 'M' + x(f.at).toFixed(1) + ' ' + (top - 20) + 'l5 9h-10z' }), drawn('title', {}, '#' + f.id + ' ' + f.summary))),
			cursor);
		const point = i => {
			current = Math.max(0, Math.min(points.length - 1, i));
			cursor.setAttribute('x1', x(points[current][0]));
			cursor.setAttribute('x2', x(points[current][0]));
			output.textContent = about(points[current]);
		};
		svg.addEventListener('pointermove', event => {
			const where = event.clientX - svg.getBoundingClientRect().left;
			let best = 0;
			points.forEach((p, i) => {
				if (Math.abs(x(p[0]) - where) < Math.abs(x(points[best][0]) - where))
					best = i;
			});
			point(best);
		});
		svg.addEventListener('keydown', event => {
			const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: points.length - 1 }[event.key];
			if (to === undefined)
				return;
			event.preventDefault();
			point(to);
		});
		place.replaceChildren(svg);
		point(current);
	}
	scale.addEventListener('change', draw);
	new ResizeObserver(() => {
		if (place.clientWidth !== width)
			draw();
	}).observe(place);
	draw();
}

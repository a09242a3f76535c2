/* The source view: lines with their counts, branches, and who runs them; blocks of lines are made when they come near. */

const linesAtOnce = 200, lineHeight = 20;
const words = 'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Atomic bool';
const tokens = new RegExp('(/\\*|//.*)|("(?:\\\\.|[^"\\\\])*"?|\'(?:\\\\.|[^\'\\\\])*\'?)|(^\\s*#\\s*\\w+|\\b(?:' + words.split(' ').join('|') + ')\\b)', 'g');
let open = null;

/* Where comments, strings and words are: [from, to, class]. `inside`: the line begins in a comment; the end says whether the next one does. */
function scan(text, inside, found) {
	let at = 0;
	while (at < text.length || inside) {
		if (inside) {
			const end = text.indexOf('*/', at);
			found.push([at, end < 0 ? text.length : end + 2, 'c-comment']);
			if (end < 0)
				return true;
			at = end + 2;
			inside = false;
		}
		tokens.lastIndex = at;
		const match = tokens.exec(text);
		if (!match)
			return false;
		at = tokens.lastIndex;
		if (match[1] === '/*') {
			inside = true;
			const end = text.indexOf('*/', at);
			found.push([match.index, end < 0 ? text.length : end + 2, 'c-comment']);
			if (end < 0)
				return true;
			at = end + 2;
			inside = false;
		} else {
			found.push([match.index, at, match[1] ? 'c-comment' : match[2] ? 'c-text' : 'c-word']);
		}
	}
	return inside;
}

/* llvm-cov counts columns in bytes, from 1. */
function columnToIndex(text, column) {
	if (/^[\x00-\x7f]*$/.test(text))
		return column - 1;
	let bytes = 0, index = 0;
	for (const c of text) {
		if (bytes >= column - 1)
			break;
		const code = c.codePointAt(0);
		bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
		index += c.length;
	}
	return index;
}

function marksOf(file, number) {
	const text = file.lines[number - 1];
	return (file.branches.get(number) || []).filter(b => !b[4] !== !b[5]).map(b =>
		[columnToIndex(text, b[1]), b[2] > number ? text.length : columnToIndex(text, b[3]), b[4] ? 'never false' : 'never true']);
}

function codeOf(file, number) {
	const text = file.lines[number - 1], found = [];
	scan(text, file.inside[number - 1], found);
	const marks = marksOf(file, number);
	const cuts = [...new Set([0, text.length, ...found.flatMap(f => [f[0], f[1]]), ...marks.flatMap(m => [m[0], m[1]])])].filter(c => c <= text.length).sort((a, b) => a - b);
	const made = element('code', { role: 'cell' });
	for (let i = 0; i + 1 < cuts.length; i++) {
		const token = found.find(f => f[0] <= cuts[i] && cuts[i + 1] <= f[1]);
		const mark = marks.filter(m => m[0] <= cuts[i] && cuts[i + 1] <= m[1]).pop();
		const piece = text.slice(cuts[i], cuts[i + 1]);
		const names = [token ? token[2] : '', mark ? 'never' : ''].filter(Boolean).join(' ');
		made.append(names ? element('span', { class: names, title: mark ? mark[2] : null }, piece) : piece);
	}
	return made;
}

function testsOf(file, number) {
	const found = new Set();
	for (const [test, first, last] of file.runs)
		if (first <= number && number <= last)
			found.add(test);
	return [...found];
}

/* Reading what each test runs takes long, and ends after some time: a number of tests is one of those. */
function ofThoseRead() {
	const [known, all] = data.read;
	return known < all ? ' (known of ' + whole.format(known) + ' of ' + plural(all, 'test') + ')' : '';
}

function aboutLine(file, number) {
	const made = element('div', { class: 'about', role: 'row' });
	const inside = element('div', { role: 'cell' });
	const count = file.counts.get(number), branches = file.branches.get(number) || [];
	const times = n => n ? plural(n, 'time') : 'never';
	inside.append(element('p', {}, 'Line ' + number + ' was run ' + times(count) + '.'));
	if (branches.length)
		inside.append(element('ul', {}, branches.map(b => {
			const text = file.lines[number - 1];
			const end = b[2] > number ? text.length : columnToIndex(text, b[3]);
			return element('li', {}, element('code', {}, text.slice(columnToIndex(text, b[1]), end).slice(0, 80)), ': true ' + times(b[4]) + ', false ' + times(b[5]));
		})));
	const tests = testsOf(file, number);
	if (tests.length) {
		const list = element('ul', { class: 'tests' });
		const item = test => element('li', {}, element('a', { href: link('test', data.tests[test].name) }, data.tests[test].name));
		list.append(...tests.slice(0, 24).map(item));
		inside.append(element('p', {}, 'Run by ' + plural(tests.length, 'test') + ofThoseRead() + ':'), list);
		if (tests.length > 24)
			inside.append(element('button', { type: 'button', onclick: event => {
				list.append(...tests.slice(24).map(item));
				event.target.remove();
			} }, 'Show all ' + tests.length));
	} else if (count) {
		inside.append(element('p', { class: 'soft' }, data.read[0] ? 'Run by no test' + ofThoseRead() + ' alone.' : 'Which tests run it is not known.'));
	}
	made.append(inside);
	return made;
}

function makeLine(file, number) {
	const count = file.counts.get(number), isCode = count !== undefined;
	const part = isCode && count && marksOf(file, number).length;
	const state = !isCode ? '' : !count ? 'miss' : part ? 'part' : 'hit';
	const said = { '': '', miss: 'never run', part: 'run, a branch never taken', hit: 'run' }[state];
	const toggle = event => {
		const button = event.currentTarget, isOpen = button.getAttribute('aria-expanded') === 'true';
		button.setAttribute('aria-expanded', String(!isOpen));
		if (isOpen)
			made.nextElementSibling.remove();
		else
			made.after(aboutLine(file, number));
	};
	const made = element('div', { class: 'line ' + state, role: 'row', id: 'line-' + file.path + ':' + number, 'data-line': number },
		element('span', { class: 'gutter', role: 'rowheader' },
			element('a', { href: link('line', file.path + ':' + number), tabindex: -1 }, String(number)),
			element('span', { class: 'sign', 'aria-hidden': 'true' }, { miss: '!', part: '~' }[state] || ''),
			isCode ? element('button', { type: 'button', tabindex: number === file.stop ? 0 : -1, 'aria-expanded': 'false', 'aria-label': 'line ' + number + ': ' + said + ', ' + plural(count, 'time'), onclick: toggle }, count ? brief(count) : '0') : null),
		codeOf(file, number));
	for (const f of file.functions.get(number) || [])
		made.lastChild.prepend(element('span', { id: 'function-' + f[9] }));
	return made;
}

/* All counts are one stop of the Tab key, which arrow keys move. */
function setStop(place, number) {
	const file = place.file, button = at => byId('line-' + file.path + ':' + at)?.querySelector('button');
	if (!file.counts.has(number))
		return null;
	fillBlock(place.children[Math.floor((number - 1) / linesAtOnce)], file);
	button(file.stop)?.setAttribute('tabindex', -1);
	file.stop = number;
	button(number).setAttribute('tabindex', 0);
	return button(number);
}

function moveStop(event) {
	const place = event.currentTarget, line = event.target.closest('.line');
	if (!line || event.target.tagName !== 'BUTTON')
		return;
	const numbers = [...place.file.counts.keys()], at = numbers.indexOf(Number(line.dataset.line));
	const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 20, PageDown: at + 20, Home: 0, End: numbers.length - 1 }[event.key];
	if (to === undefined)
		return;
	event.preventDefault();
	setStop(place, numbers[Math.max(0, Math.min(numbers.length - 1, to))]).focus();
}

function fillBlock(block, file) {
	if (block.dataset.made)
		return;
	block.dataset.made = '1';
	block.style.height = '';
	const first = Number(block.dataset.first), last = Math.min(file.lines.length, first + linesAtOnce - 1);
	const rows = document.createDocumentFragment();
	for (let number = first; number <= last; number++)
		rows.append(makeLine(file, number));
	block.append(rows);
}

/* The line that names a function: its code begins with the brace, which may stand some lines below. */
function headOf(file, f) {
	const name = f[0].slice(f[0].lastIndexOf(':') + 1);
	for (let number = f[2]; number > 0 && number > f[2] - 8; number--)
		if ((' ' + (file.lines[number - 1] || '')).split(/[^A-Za-z0-9_$]+/).includes(name))
			return number;
	return f[2];
}

function readFile(index) {
	const entry = data.files[index];
	const kept = JSON.parse(byId('source-' + index).textContent);
	const file = { path: entry.path, lines: kept.text.split('\n'), counts: new Map(), branches: new Map(), functions: new Map(), runs: kept.runs, inside: [] };
	if (file.lines[file.lines.length - 1] === '')
		file.lines.pop();
	for (let i = 0; i < kept.lines.length; i += 2)
		file.counts.set(kept.lines[i], kept.lines[i + 1]);
	file.stop = kept.lines[0];
	for (const b of kept.branches)
		file.branches.set(b[0], [...(file.branches.get(b[0]) || []), b]);
	for (const f of data.functions)
		if (f[1] === index) {
			const at = headOf(file, f);
			file.functions.set(at, [...(file.functions.get(at) || []), f]);
		}
	let inside = false, columns = 0;
	for (const line of file.lines) {
		file.inside.push(inside);
		inside = scan(line, inside, []);
		columns = Math.max(columns, line.length + 7 * (line.split('\t').length - 1));
	}
	file.columns = columns;
	return file;
}

function openFile(index) {
	const place = byId('source-view');
	if (!place || open === index)
		return;
	open = index;
	byId('source-file').value = index;
	const file = readFile(index);
	place.textContent = '';
	place.scrollTop = 0;
	place.style.setProperty('--columns', file.columns);
	place.setAttribute('aria-label', 'source of ' + file.path);
	byId('source-said').textContent = '';
	document.querySelector('[id^="file-"]')?.remove();
	byId('source').prepend(element('span', { id: 'file-' + file.path }));
	place.file = file;
	const observer = new IntersectionObserver(seen => {
		for (const entry of seen)
			if (entry.isIntersecting) {
				fillBlock(entry.target, file);
				observer.unobserve(entry.target);
			}
	}, { root: place, rootMargin: '1000px' });
	for (let first = 1; first <= file.lines.length; first += linesAtOnce) {
		const block = element('div', { role: 'rowgroup', 'data-first': first });
		block.style.height = Math.min(linesAtOnce, file.lines.length - first + 1) * lineHeight + 'px';
		place.append(block);
		observer.observe(block);
	}
	if (!setStop(place, file.stop))
		place.setAttribute('tabindex', 0); /* nothing in it to go to: it is scrolled as a whole */
	else
		place.removeAttribute('tabindex');
}

/* The next stretch of lines that nothing ran, or in which a branch was never taken, behind where the reader is. */
function nextDark() {
	const place = byId('source-view'), file = place.file;
	if (!file)
		return;
	const here = place.querySelector('.line.here');
	const from = here ? Number(here.dataset.line) : 0;
	const isDark = number => {
		const count = file.counts.get(number);
		return count === 0 || (count > 0 && marksOf(file, number).length > 0);
	};
	let number = from + 1;
	if (from && isDark(from))
		while (number <= file.lines.length && (isDark(number) || !file.counts.has(number)))
			number++;
	while (number <= file.lines.length && !isDark(number))
		number++;
	if (number <= file.lines.length)
		location.hash = link('line', file.path + ':' + number);
	else
		byId('source-said').textContent = 'Nothing dark below.';
}

function startSource() {
	const choice = byId('source-file');
	if (!choice)
		return;
	choice.append(...data.files.map((f, i) => [f, i]).filter(pair => byId('source-' + pair[1])).map(([f, i]) => element('option', { value: i }, f.path)));
	choice.addEventListener('change', () => { location.hash = link('file', data.files[choice.value].path); });
	byId('source-next').addEventListener('click', nextDark);
	byId('source-view').addEventListener('keydown', moveStop);
	byId('source-view').addEventListener('click', event => setStop(byId('source-view'), Number(event.target.closest('.line')?.dataset.line)));
	whenSeen(byId('source-view'), () => {
		if (open === null && choice.options.length)
			openFile(Number(choice.options[0].value));
	});
}

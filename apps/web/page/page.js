// The page: what was chosen, the loop that draws, files that are dropped. What is drawn, and what is said when it cannot
// be, comes from the program in ludus_web.js; the functions called ludus_page_ are in apps/web/src/page_api.cpp.
'use strict';

const BACKENDS = { webgpu: 'WebGPU', webgl2: 'WebGL 2' };
const VIEWER = { number: 'view', title: 'Viewer', idea: 'A glTF 2.0 model: drop a .glb, or a .gltf with its files, on the page.' };
const FRAME = 1, PROBLEM = 2, OUTGROWN = 3; // what a tick answers

const find = (id) => document.getElementById(id);
const choice = { program: '', backend: '', last: 0 }; // last: the frame to stop at, if any
let ludus = null; // the program, once it is there
let compiled = null; // its WebAssembly, which the worker gets as well
let programs = [VIEWER];
let model = ''; // the name of the one that can be viewed
let isRunning = false;
let isPaused = false;
let drawn = 0; // frames since the start
let meter = null;
let busy = 0; // milliseconds in the program since the last frame, which may take several ticks

// ---- the program's functions

function call(name, result, types, values) {
    try {
        return ludus.ccall('ludus_page_' + name, result, types || [], values || []);
    } catch (error) { // a trap: nobody knows in which state it has left the program
        isRunning = false;
        say('The program has failed', `${error.message || error}. Load the page anew.`, { state: 'problem' });
        throw error;
    }
}
const textOf = (name) => call(name, 'string');
const problem = () => textOf('problem');

// ---- what is said

function say(title, text, options) {
    const shown = options || {};
    find('message-title').textContent = title;
    find('message-text').textContent = text.charAt(0).toUpperCase() + text.slice(1);
    find('again').hidden = !shown.again;
    find('choose').hidden = !shown.choose;
    find('message').hidden = false;
    document.body.dataset.state = shown.state || 'message';
}

function sayNothing() {
    find('message').hidden = true;
    find('message-text').textContent = '';
}

function describe() {
    const entry = programs.find((one) => one.number === choice.program);
    const isModel = entry === VIEWER && model !== '';
    find('title').textContent = isModel ? model : entry.title;
    const notes = isModel ? textOf('model_notes').split('\n').filter((line) => line !== '') : [];
    find('idea').textContent = !isModel ? entry.idea : notes.length ? 'Not shown: ' + notes.join('; ') + '.' : '';
    document.title = `Ludus: ${isModel ? model : entry.title}`;
}

// The time of a frame, over the last half second.
class Meter {
    constructor() {
        this.began = performance.now();
        this.frames = 0;
        this.busy = 0;
    }

    count(milliseconds) {
        const now = performance.now();
        ++this.frames;
        this.busy += milliseconds;
        if (now - this.began < 500) return;
        const each = (now - this.began) / this.frames;
        const lines = textOf('backend').split('\n');
        const canvas = find('canvas');
        find('facts').textContent = `${BACKENDS[lines[0]] || lines[0]} · ${canvas.width} × ${canvas.height} · ` +
            `${each.toFixed(1)} ms a frame, ${(this.busy / this.frames).toFixed(1)} ms of it in the program` +
            (lines[1] ? ` · ${lines[1]}` : '');
        this.began = now;
        this.frames = 0;
        this.busy = 0;
        showPlan();
    }
}

// ---- the loop

// A canvas belongs to the first API that draws to it, so every start gets a new one.
function renewCanvas() {
    const old = find('canvas');
    const fresh = document.createElement('canvas');
    fresh.id = 'canvas';
    fresh.tabIndex = 0;
    fresh.setAttribute('aria-label', 'The picture. Arrow keys turn it, plus and minus zoom.');
    // Who points at the picture sees where the focus is.
    fresh.addEventListener('pointerdown', () => fresh.classList.add('by-pointer'));
    fresh.addEventListener('keydown', () => fresh.classList.remove('by-pointer'));
    // Which context it has: to ask for one would make one where there is none.
    fresh.getContext = function (...asked) {
        const context = HTMLCanvasElement.prototype.getContext.apply(fresh, asked);
        fresh.context = context || fresh.context; // of another kind it is refused
        return context;
    };
    const hadFocus = document.activeElement === old;
    old.replaceWith(fresh);
    if (hadFocus) fresh.focus({ preventScroll: true });
    const context = old.context;
    const loss = context && context.getExtension && context.getExtension('WEBGL_lose_context'); // not WebGPU's
    if (loss) loss.loseContext(); // browsers keep few contexts, and wait long before they collect one
}

function start() {
    clear();
    renewCanvas();
    sayNothing();
    find('plan').hidden = true;
    find('plan-text').textContent = '';
    pause(false);
    describe();
    if (choice.program === 'view' && model === '') {
        say('No model yet', 'Drop a .glb here, or a .gltf with its files or their folder.', { choose: true, state: 'waiting' });
        return;
    }
    document.body.dataset.state = 'starting';
    meter = null;
    drawn = 0;
    if (!call('start', 'number', ['string', 'string'], [choice.program, choice.backend])) {
        say('This cannot be drawn', problem(), { again: true, state: 'problem' });
        return;
    }
    describe(); // the window has named the page
    call('ask_for_plan');
    isRunning = true;
}

function tick() {
    requestAnimationFrame(tick);
    if (!isRunning || isPaused) return;
    const before = performance.now();
    const answer = call('tick', 'number');
    busy += performance.now() - before;
    if (answer === FRAME) {
        if (meter) meter.count(busy);
        else meter = new Meter(); // from the first frame on
        busy = 0;
        document.body.dataset.state = 'drawing';
        document.body.dataset.frames = String(Number(document.body.dataset.frames || 0) + 1);
        if (++drawn === choice.last) pause(true);
    } else if (answer === PROBLEM) {
        isRunning = false;
        find('facts').textContent = '';
        say(meter ? 'The picture stopped' : 'This cannot be drawn', problem(), { again: true, state: 'problem' });
    } else if (answer === OUTGROWN) {
        restartSoon();
    } else if (!meter) {
        find('facts').textContent = textOf('activity');
    }
}

// When the size has been the same for a moment: a window that is dragged has many.
let restart = 0;
function restartSoon() {
    const size = `${find('canvas').clientWidth} ${find('canvas').clientHeight}`;
    if (restartSoon.size === size && restart) return;
    restartSoon.size = size;
    clearTimeout(restart);
    restart = setTimeout(() => { restart = 0; start(); }, 300);
}

function pause(isWanted) {
    isPaused = isWanted;
    find('pause').setAttribute('aria-pressed', String(isPaused));
    find('pause').textContent = isPaused ? 'Go on' : 'Pause';
    if (meter) meter = new Meter();
}

function showPlan() {
    const text = textOf('plan');
    if (text === '') return;
    find('plan').hidden = false;
    if (!find('plan').open) return;
    if (find('plan-text').textContent !== text) find('plan-text').textContent = text;
    call('ask_for_plan');
}

// ---- the choices, which the address keeps

// From the address: PROGRAM/BACKEND, and /N to stop at the frame of that number.
function choose(program, backend, last) {
    choice.program = programs.some((one) => one.number === program) ? program : '01';
    choice.backend = BACKENDS[backend] ? backend : 'auto';
    choice.last = /^[1-9]\d{0,5}$/.test(last) ? Number(last) : 0;
    for (const input of document.querySelectorAll('.controls input[type=radio]')) {
        input.checked = input.value === (input.name === 'program' ? choice.program : choice.backend);
    }
    history.replaceState(null, '', `#${choice.program}/${choice.backend}${choice.last ? `/${choice.last}` : ''}`);
    start();
}

function listPrograms() {
    const lines = textOf('programs').split('\n').filter((line) => line !== '');
    programs = lines.map((line) => {
        const [number, title, idea] = line.split('\t');
        return { number, title, idea };
    });
    programs.push(VIEWER);
    for (const entry of programs) {
        const label = document.createElement('label');
        const input = document.createElement('input');
        const name = document.createElement('span');
        Object.assign(input, { type: 'radio', name: 'program', value: entry.number });
        if (entry !== VIEWER) name.append(Object.assign(document.createElement('b'), { textContent: entry.number }));
        name.append(entry.title);
        label.append(input, name);
        find('programs').append(label);
    }
}

// ---- files

// All files of what was dropped, with the paths they have below it.
async function filesOf(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean);
    if (entries.length === 0) return [...transfer.files].map((file) => ({ name: file.name, file }));
    const found = [];
    const walk = async (entry, folder) => {
        if (entry.isFile) {
            const file = await new Promise((done, failed) => entry.file(done, failed));
            found.push({ name: folder + file.name, file });
            return;
        }
        const reader = entry.createReader();
        for (;;) {
            const some = await new Promise((done, failed) => reader.readEntries(done, failed));
            if (some.length === 0) return;
            for (const one of some) await walk(one, `${folder}${entry.name}/`);
        }
    };
    for (const entry of entries) await walk(entry, '');
    return found;
}

// The worker that reads models, and what waits for its answer.
let reader = null;
const NO_READER = 'model.js, which reads models, could not be loaded, or has failed. Load the page anew.';
const reading = { number: 0, done: null, failed: null };

function makeReader() {
    reader = new Worker('model.js');
    reader.onmessage = ({ data }) => {
        if (data.number !== reading.number) return; // nobody waits for it any more
        if (data.what) find('message-text').textContent = `${data.what.charAt(0).toUpperCase()}${data.what.slice(1)}.`;
        else if (data.scene) reading.done(data.scene);
        else reading.failed(new Error(data.problem));
    };
    reader.onerror = (event) => {
        event.preventDefault();
        reader = null; // it reads nothing any more
        if (reading.failed) reading.failed(new Error(NO_READER));
    };
}

// The model as the program takes it.
function read(files, opened) {
    return new Promise((done, failed) => {
        Object.assign(reading, { number: ++reading.number, done, failed });
        if (!reader) failed(new Error(NO_READER));
        else reader.postMessage({ number: reading.number, program: compiled, opened,
            files: files.map(({ name, file }) => ({ name, file, size: file.size })) });
    });
}

function take(scene) {
    const bytes = new Uint8Array(scene);
    const place = ludus._malloc(bytes.length);
    if (place === 0) throw new Error('The model does not fit into the page\'s memory.');
    ludus.HEAPU8.set(bytes, place);
    const isTaken = call('take_model', 'number', ['number', 'number'], [place, bytes.length]);
    ludus._free(place);
    if (!isTaken) throw new Error(problem());
}

// What is drawn ends, and a model that is being read is not waited for any more.
function clear() {
    ++reading.number;
    clearTimeout(restart);
    call('stop');
    isRunning = false;
    find('facts').textContent = '';
}

function refuse(text) {
    clear();
    say('This cannot be shown', text, { choose: true, state: 'problem' });
}

async function open(files) {
    const opened = files.find((one) => /\.(glb|gltf)$/i.test(one.name));
    clear();
    if (!opened) {
        refuse(files.length === 1 ? `${files[0].name} is neither a .glb nor a .gltf file.`
            : `None of these ${files.length} files is a .glb or a .gltf file.`);
        return;
    }
    say(`Reading ${opened.name}`, '', { state: 'starting' });
    try {
        take(await read(files, opened.name));
    } catch (error) {
        refuse(error.message);
        return;
    }
    model = opened.name;
    choose('view', choice.backend, choice.last);
}

// ---- the page begins

function listen() {
    document.querySelector('.controls').addEventListener('change', (event) => {
        if (event.target.name === 'program') choose(event.target.value, choice.backend);
        else if (event.target.name === 'backend') choose(choice.program, event.target.value);
    });
    for (const input of document.querySelectorAll('[data-files]')) {
        input.addEventListener('change', () => {
            const files = [...input.files].map((file) => ({ name: file.name, file }));
            input.value = '';
            if (files.length > 0) open(files);
        });
    }
    find('again').addEventListener('click', start);
    find('pause').addEventListener('click', () => pause(!isPaused));
    find('plan').addEventListener('toggle', () => { if (isRunning) showPlan(); });
    addEventListener('hashchange', () => choose(...location.hash.slice(1).split('/')));
    let depth = 0; // of elements that the pointer has entered
    addEventListener('dragenter', () => { document.body.classList.toggle('dropping', ++depth > 0); });
    addEventListener('dragleave', () => { document.body.classList.toggle('dropping', --depth > 0); });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
        event.preventDefault();
        depth = 0;
        document.body.classList.remove('dropping');
        filesOf(event.dataTransfer).then((files) => { if (files.length > 0) open(files); },
            (error) => refuse(`What was dropped cannot be read: ${error.message}`));
    });
}

async function compile() {
    const response = await fetch('ludus_web.wasm');
    if (!response.ok) throw new Error(`ludus_web.wasm: ${response.status} ${response.statusText}`);
    const isTyped = /^application\/wasm/.test(response.headers.get('Content-Type') || ''); // not every server does that
    return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

async function begin() {
    if (typeof createLudus !== 'function') throw new Error('ludus_web.js is missing beside the page');
    compiled = await compile();
    ludus = await new Promise((done, failed) => {
        const instantiateWasm = (imports, receive) => {
            WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled), failed);
            return {};
        };
        createLudus({ instantiateWasm }).then(done, failed);
    });
    makeReader();
    listPrograms();
    listen();
    choose(...location.hash.slice(1).split('/'));
    requestAnimationFrame(tick);
}

begin().catch((error) => say('The page cannot start', `${error.message || error}`, { state: 'problem' }));

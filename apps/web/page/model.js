// The worker of the page: reads models with the page's own program, in a memory of its own, so that the page goes on
// meanwhile. Is told { number, program, files, opened }, where program is the compiled WebAssembly, files are
// { name, file, size }, and opened is the name of one. Answers { number, what } while it works, and at the end
// { number, scene } or { number, problem }.
'use strict';

importScripts('ludus_web.js');

const SLICE = 4 << 20; // bytes

function makeLudus(program, onReport) {
    return new Promise((done, failed) => {
        const instantiateWasm = (imports, receive) => {
            WebAssembly.instantiate(program, imports).then((instance) => receive(instance, program), failed);
            return {};
        };
        createLudus({ instantiateWasm, onReport }).then(done, failed);
    });
}

async function read({ program, files, opened }, tell) {
    const ludus = await makeLudus(program, (what, done, total) => tell(total > 1 ? `${what}, ${done} of ${total}` : what));
    const call = (name, result, types, values) => ludus.ccall(`ludus_page_${name}`, result, types || [], values || []);
    const must = (isDone) => { if (!isDone) throw new Error(call('problem', 'string')); };
    const all = files.reduce((sum, { file }) => sum + file.size, 0);
    const place = ludus._malloc(SLICE);
    let done = 0;
    for (const { name, file, size } of files) {
        if (file.size !== size) throw new Error(`${name} cannot be read: it was moved away, or has changed.`);
        for (let at = 0; at === 0 || at < file.size; at += SLICE) {
            const bytes = new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer().catch((error) => {
                throw new Error(`${name} cannot be read: ${error.message}`); // moved away, or not for us
            }));
            ludus.HEAPU8.set(bytes, place);
            must(call('add_to_file', 'number', ['string', 'number', 'number'], [name, place, bytes.length]));
            done += bytes.length;
            if (all > SLICE) tell(`taking the files, ${done >> 20} of ${Math.ceil(all / (1 << 20))} MiB`);
        }
    }
    must(call('read_model', 'number', ['string'], [opened]));
    const packed = call('packed_model', 'number');
    return ludus.HEAPU8.slice(packed, packed + call('packed_size', 'number')).buffer;
}

let last = Promise.resolve(); // one after the other
onmessage = ({ data }) => {
    last = last.then(() => read(data, (what) => postMessage({ number: data.number, what })))
        .then((scene) => postMessage({ number: data.number, scene }, [scene]))
        .catch((error) => postMessage({ number: data.number, problem: `${error.message || error}` }));
};

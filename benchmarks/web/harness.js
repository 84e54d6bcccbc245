// What the measured pages share: `?library=ludus|javascript&backend=webgpu|webgl2` says which one this is. A library is
// an object with frame(), which draws a frame and answers its milliseconds from the first call to the last one's
// return, or null where no frame can be drawn at present; and pixel(), which resolves to a texel inside the scissor.
'use strict';

const DRAWS = 10000;
const EXTENT = 64;
const STRIDE = 256; // bytes between two draws' uniforms
const CORNERS = new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]);
const INDICES = new Uint16Array([0, 1, 2, 0, 2, 3]);

// The uniforms of all draws, 64 bytes each: every quad covers the target, the last one is green.
const UNIFORMS = new Float32Array(DRAWS * 16);
for (let i = 0; i < DRAWS; ++i) UNIFORMS.set([-1, -1, 2, 2, i % 2 ? 0 : 1, i % 2, 0, 1], i * 16);

// Counts the calls of the page's graphics interfaces while `counts` is an object.
let counts = null;

function countCalls() {
    const names = ['WebGL2RenderingContext', 'GPUDevice', 'GPUQueue', 'GPUCommandEncoder', 'GPURenderPassEncoder',
        'GPUTexture', 'GPUBuffer'];
    for (const name of names) {
        const prototype = globalThis[name] && globalThis[name].prototype;
        for (const key of prototype ? Object.getOwnPropertyNames(prototype) : []) {
            const found = Object.getOwnPropertyDescriptor(prototype, key);
            if (typeof found.value !== 'function' || key === 'constructor') continue;
            prototype[key] = function(...list) {
                if (counts) counts[key] = (counts[key] || 0) + 1;
                return found.value.apply(this, list);
            };
        }
    }
}

function loadScript(name) {
    return new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${name} could not be loaded`));
        script.src = name;
        document.head.append(script);
    });
}

const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Once the GPU has had time to finish the frame before.
async function drawFrame(library, pause) {
    for (let tries = 0; tries < 200; ++tries) {
        await rest(pause);
        const milliseconds = library.frame();
        if (milliseconds !== null) return milliseconds;
    }
    throw new Error('no frame could be drawn');
}

// The program in WebAssembly, which is set up by ticks.
async function startLudus(backend) {
    await new Promise((resolve, reject) => {
        globalThis.Module = { onRuntimeInitialized: resolve, onAbort: (what) => reject(new Error(what)) };
        loadScript('ludus_benchmark_draws.js').catch(reject);
    });
    const module = globalThis.Module;
    const fail = () => { throw new Error(UTF8ToString(module._ludus_words())); };
    const place = module._ludus_uniforms();
    HEAPF32.set(UNIFORMS, place >> 2);
    for (let state = module._ludus_start(backend === 'webgpu' ? 1 : 2); state !== 1; state = module._ludus_start(0)) {
        if (state < 0) fail();
        await rest(5);
    }
    return {
        frame() {
            const milliseconds = module._ludus_frame();
            if (milliseconds < -1) fail();
            return milliseconds < 0 ? null : milliseconds;
        },
        async pixel() {
            let texel = module._ludus_pixel();
            while (texel === 0) {
                await rest(5);
                texel = module._ludus_pixel();
            }
            return [texel & 255, texel >> 8 & 255, texel >> 16 & 255, texel >>> 24];
        },
    };
}

// What the script asks for: the milliseconds of `frames` frames after `warmups`, the calls of one more, and its texel.
globalThis.measure = async (warmups, frames, pause) => {
    const choice = new URLSearchParams(location.search);
    const backend = choice.get('backend');
    const isCounted = choice.get('count') === '1';
    if (isCounted) countCalls();
    if (choice.get('library') === 'javascript') await loadScript(`twin_${backend}.js`);
    const library = choice.get('library') === 'ludus' ? await startLudus(backend) : await startTwin();
    const milliseconds = [];
    for (let i = 0; i < warmups + frames; ++i) {
        const taken = await drawFrame(library, pause);
        if (i >= warmups) milliseconds.push(taken);
    }
    let calls = null;
    if (isCounted) {
        await drawFrame({
            frame() {
                counts = {};
                const taken = library.frame();
                calls = counts;
                counts = null;
                return taken;
            },
        }, pause);
    }
    return { milliseconds, calls, pixel: await library.pixel() };
};

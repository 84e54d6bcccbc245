// Models that tests of the page make: large ones, and broken ones.
'use strict';

const zlib = require('zlib');

const FLOAT = 5126, UNSIGNED_INT = 5125;

function chunk(kind, body) {
    const padding = (4 - body.length % 4) % 4;
    const head = Buffer.alloc(8);
    head.writeUInt32LE(body.length + padding, 0);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, body, Buffer.alloc(padding, kind === 'JSON' ? ' ' : 0)]);
}

// The bytes of a .glb file.
function packGlb(json, binary) {
    const body = Buffer.concat([chunk('JSON', Buffer.from(JSON.stringify(json))), ...(binary ? [chunk('BIN\0', binary)] : [])]);
    const head = Buffer.alloc(12);
    head.write('glTF', 0, 'latin1');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(12 + body.length, 8);
    return Buffer.concat([head, body]);
}

function pngChunk(kind, body) {
    const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(body.length, 0);
    let crc = ~0; // small chunks alone, or none at all: who reads them does not look at it
    for (const byte of named.length < 64 ? named : []) {
        crc ^= byte;
        for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
    }
    around.writeUInt32BE(~crc >>> 0, 4);
    return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

// A picture of noise, which nothing compresses.
function noisePng(edge) {
    const rows = Buffer.alloc((edge * 3 + 1) * edge);
    let seed = 1;
    for (let at = 0; at < rows.length; ++at) {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        rows[at] = at % (edge * 3 + 1) === 0 ? 0 : seed >>> 24;
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(edge, 0);
    head.writeUInt32BE(edge, 4);
    head.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), pngChunk('IHDR', head),
        pngChunk('IDAT', zlib.deflateSync(rows, { level: 0 })), pngChunk('IEND', Buffer.alloc(0))]);
}

// Sheets of side by side vertices, one mesh each, all with the same picture on them: a .glb of about
// sheets * side * side * 56 bytes and three bytes a texel.
function largeModel(sheets, side, edge) {
    const json = { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [] }], nodes: [], meshes: [], accessors: [],
        bufferViews: [], buffers: [], materials: [{ doubleSided: true, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
        textures: [{ source: 0 }], images: [{ mimeType: 'image/png', bufferView: 0 }] };
    const parts = [];
    let length = 0;
    const view = (bytes) => {
        json.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length });
        const padding = (4 - bytes.length % 4) % 4;
        parts.push(bytes, Buffer.alloc(padding));
        length += bytes.length + padding;
        return json.bufferViews.length - 1;
    };
    const accessor = (values, type, componentType, more) => {
        const width = { SCALAR: 1, VEC2: 2, VEC3: 3 }[type];
        json.accessors.push({ bufferView: view(Buffer.from(values.buffer)), componentType, type, count: values.length / width, ...more });
        return json.accessors.length - 1;
    };
    view(noisePng(edge));
    for (let sheet = 0; sheet < sheets; ++sheet) {
        const [places, normals, coordinates] = [3, 3, 2].map((width) => new Float32Array(side * side * width));
        const indices = new Uint32Array((side - 1) * (side - 1) * 6);
        let index = 0;
        for (let y = 0; y < side; ++y) {
            for (let x = 0; x < side; ++x) {
                const vertex = y * side + x;
                const [u, v] = [x / (side - 1), y / (side - 1)];
                places.set([u - 0.5, v - 0.5, 0.1 * Math.sin(9 * u) * Math.cos(7 * v) - 0.1 * sheet], vertex * 3);
                normals.set([0, 0, 1], vertex * 3);
                coordinates.set([u, v], vertex * 2);
                if (x === side - 1 || y === side - 1) continue;
                indices.set([vertex, vertex + 1, vertex + side, vertex + side, vertex + 1, vertex + side + 1], index);
                index += 6;
            }
        }
        const position = accessor(places, 'VEC3', FLOAT, { min: [-0.5, -0.5, -0.1 - 0.1 * sheet], max: [0.5, 0.5, 0.1 - 0.1 * sheet] });
        const attributes = { POSITION: position, NORMAL: accessor(normals, 'VEC3', FLOAT), TEXCOORD_0: accessor(coordinates, 'VEC2', FLOAT) };
        json.meshes.push({ primitives: [{ attributes, indices: accessor(indices, 'SCALAR', UNSIGNED_INT), material: 0 }] });
        json.nodes.push({ mesh: sheet });
        json.scenes[0].nodes.push(sheet);
    }
    json.buffers.push({ byteLength: length });
    return packGlb(json, Buffer.concat(parts));
}

module.exports = { largeModel, packGlb };

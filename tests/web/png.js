// Pictures of the browser's tests: reads the PNG files that browsers and our programs write, and compares two.
'use strict';

const zlib = require('zlib');

const SIGNATURE = '89504e470d0a1a0a';

// What a filter of PNG adds to a byte: left, up and corner are the bytes of the pixels beside it.
function predict(filter, left, up, corner) {
    if (filter === 1) return left;
    if (filter === 2) return up;
    if (filter === 3) return (left + up) >> 1;
    if (filter !== 4) return 0;
    const guess = left + up - corner;
    const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
    if (a <= b && a <= c) return left;
    return b <= c ? up : corner;
}

// Eight bits a channel, with alpha or without, not interlaced: { width, height, channels, data }.
function decodePng(file) {
    if (file.subarray(0, 8).toString('hex') !== SIGNATURE) throw new Error('this is no PNG file');
    const parts = [];
    let header = null;
    for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
        const kind = file.toString('latin1', at + 4, at + 8);
        const body = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
        if (kind === 'IHDR') header = body;
        if (kind === 'IDAT') parts.push(body);
    }
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    const channels = { 2: 3, 6: 4 }[header[9]];
    if (header[8] !== 8 || !channels || header[12] !== 0) throw new Error('this kind of PNG file is not read here');
    const rows = zlib.inflateSync(Buffer.concat(parts));
    const stride = width * channels;
    const data = new Uint8Array(stride * height);
    for (let y = 0; y < height; ++y) {
        const filter = rows[y * (stride + 1)];
        for (let x = 0; x < stride; ++x) {
            const left = x >= channels ? data[y * stride + x - channels] : 0;
            const up = y > 0 ? data[(y - 1) * stride + x] : 0;
            const corner = x >= channels && y > 0 ? data[(y - 1) * stride + x - channels] : 0;
            data[y * stride + x] = rows[y * (stride + 1) + 1 + x] + predict(filter, left, up, corner);
        }
    }
    return { width, height, channels, data };
}

// Pixels of two PNG files with a channel of colour that differs by more than `codes`, and the largest difference.
function comparePng(a, b, codes) {
    const [one, other] = [decodePng(a), decodePng(b)];
    if (one.width !== other.width || one.height !== other.height) {
        throw new Error(`${one.width}x${one.height} pixels instead of ${other.width}x${other.height}`);
    }
    const pixels = one.width * one.height;
    let [above, largest, first] = [0, 0, ''];
    for (let pixel = 0; pixel < pixels; ++pixel) {
        let apart = 0;
        for (let channel = 0; channel < 3; ++channel) {
            const delta = one.data[pixel * one.channels + channel] - other.data[pixel * other.channels + channel];
            apart = Math.max(apart, Math.abs(delta));
        }
        largest = Math.max(largest, apart);
        if (apart <= codes) continue;
        if (++above === 1) first = `(${pixel % one.width}, ${Math.floor(pixel / one.width)})`;
    }
    return { above, largest, first, share: above / pixels };
}

module.exports = { comparePng, decodePng };

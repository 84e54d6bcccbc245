// Imports of tests that look at the page from outside: run.js answers them. program.js makes them suspend their caller.

mergeInto(LibraryManager.library, {
    // What the screen shows in a rectangle of CSS pixels, as RGBA rows of device pixels. Answers how many pixels there
    // are, and writes them where they fit.
    ludus_test_screenshot: function(x, y, width, height, pixels, capacity) {
        return globalThis.ludusDriver('screenshot', [x, y, width, height]).then(function(png) {
            return fetch('data:image/png;base64,' + png);
        }).then(function(response) { return response.blob(); }).then(createImageBitmap).then(function(image) {
            var canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            var data = context.getImageData(0, 0, image.width, image.height).data;
            if (data.length <= capacity * 4) HEAPU8.set(data, pixels);
            return data.length / 4;
        });
    },

    // Device pixels of a CSS pixel, as on another screen; zero: as the page was opened.
    ludus_test_scale: function(ratio) { return globalThis.ludusDriver('scale', [ratio]); },
});

// The page's side of web_window.cpp: one canvas, its size in device pixels, and its events in a queue that is polled.
//
// Events travel as 12 words in the order of RawEvent in web_window.cpp.

mergeInto(LibraryManager.library, {
    $LudusWindow: {
        MAX_EVENTS: 256,
        canvas: null,
        events: [],
        listeners: [],
        observer: null,
        pixels: null, // what the observer measured, in device pixels, or null
        reported: [0, 0],
        pointers: {},
        span: 0, // between two fingers, CSS pixels

        push: function(event) {
            var queue = LudusWindow.events, last = queue[queue.length - 1];
            if (last && last.kind === event.kind && event.kind === 3 && last.buttons === event.buttons) {
                last.x = event.x;
                last.y = event.y;
                last.dx += event.dx;
                last.dy += event.dy;
            } else if (queue.length < LudusWindow.MAX_EVENTS) {
                queue.push(event);
            }
        },

        measure: function() {
            if (document.hidden) return [0, 0];
            var ratio = window.devicePixelRatio || 1, canvas = LudusWindow.canvas, exact = LudusWindow.pixels;
            var size = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
            // The observer knows how the layout was rounded, but not the ratio of a screen that developers' tools pretend.
            var isNear = exact && Math.abs(exact[0] - size[0]) <= 1 && Math.abs(exact[1] - size[1]) <= 1;
            return isNear ? exact : size;
        },

        reportSize: function() {
            var size = LudusWindow.measure(), queue = LudusWindow.events;
            if (size[0] === LudusWindow.reported[0] && size[1] === LudusWindow.reported[1]) return;
            LudusWindow.reported = size;
            var waiting = queue.filter(function(event) { return event.kind === 2; })[0];
            if (waiting) {
                waiting.width = size[0];
                waiting.height = size[1];
            } else {
                queue.push({ kind: 2, width: size[0], height: size[1] });
            }
        },

        pointer: function(kind, e) {
            var ratio = window.devicePixelRatio || 1, box = LudusWindow.canvas.getBoundingClientRect();
            var x = (e.clientX - box.left) * ratio, y = (e.clientY - box.top) * ratio;
            // Left, right, middle of the page are bits 1, 2, 4; ours are 1, 4, 2.
            var buttons = (e.buttons & 1) | (e.buttons & 2) << 1 | (e.buttons & 4) >> 1;
            var before = LudusWindow.pointers[e.pointerId] || { x: x, y: y };
            return { kind: kind, x: x, y: y, dx: x - before.x, dy: y - before.y, buttons: buttons,
                button: kind === 3 ? 0 : [1, 2, 4][e.button] || 0 };
        },

        // Two fingers are a wheel: a notch for every fifth by which they part.
        pinch: function() {
            var ids = Object.keys(LudusWindow.pointers);
            if (ids.length !== 2) {
                LudusWindow.span = 0;
                return false;
            }
            var a = LudusWindow.pointers[ids[0]], b = LudusWindow.pointers[ids[1]];
            var span = Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
            if (LudusWindow.span > 0) {
                LudusWindow.push({ kind: 6, dx: 0, dy: Math.log(span / LudusWindow.span) / Math.log(1.2),
                    x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
            }
            LudusWindow.span = span;
            return true;
        },

        onPointer: function(kind, e) {
            var event = LudusWindow.pointer(kind, e);
            var isTouch = e.pointerType === 'touch';
            if (kind === 4) {
                LudusWindow.canvas.focus({ preventScroll: true });
                if (e.isTrusted) LudusWindow.canvas.setPointerCapture(e.pointerId); // a script's own has no pointer
            }
            if (kind === 5 && isTouch) delete LudusWindow.pointers[e.pointerId];
            else LudusWindow.pointers[e.pointerId] = { x: event.x, y: event.y };
            if (isTouch && LudusWindow.pinch()) return;
            LudusWindow.push(event);
        },

        onWheel: function(e) {
            e.preventDefault();
            var notch = [100, 3, 1][e.deltaMode] || 100, event = LudusWindow.pointer(3, e);
            LudusWindow.push({ kind: 6, x: event.x, y: event.y, dx: e.deltaX / notch, dy: -e.deltaY / notch,
                buttons: event.buttons });
        },

        onKey: function(kind, e) {
            if (e.ctrlKey || e.metaKey || e.altKey) return;
            var key = ['Escape', 'Enter', 'Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp',
                'PageDown', 'Home', 'End'].indexOf(e.key);
            var character = /^[\x20-\x7e]$/.test(e.key) ? e.key.toLowerCase().charCodeAt(0) : 0;
            // Tab leaves the canvas, as people who use the keyboard expect; the other keys would scroll the page.
            if (e.key !== 'Tab' && (key >= 0 || character !== 0)) e.preventDefault();
            LudusWindow.push({ kind: kind, key: key >= 0 ? key + 2 : character ? 1 : 0, character: character,
                repeat: e.repeat ? 1 : 0 });
        },

        listen: function(target, name, handler) {
            target.addEventListener(name, handler, { passive: false });
            LudusWindow.listeners.push([target, name, handler]);
        },

        // The screen's scale may change under the page, by zooming or by another monitor.
        watchRatio: function() {
            var query = window.matchMedia('(resolution: ' + (window.devicePixelRatio || 1) + 'dppx)');
            LudusWindow.listen(query, 'change', function() {
                if (!LudusWindow.canvas) return;
                LudusWindow.reportSize();
                LudusWindow.watchRatio();
            });
        },

        observe: function() {
            if (typeof ResizeObserver === 'undefined') {
                LudusWindow.listen(window, 'resize', LudusWindow.reportSize);
                return;
            }
            LudusWindow.observer = new ResizeObserver(function(entries) {
                var exact = entries[entries.length - 1].devicePixelContentBoxSize;
                LudusWindow.pixels = exact ? [exact[0].inlineSize, exact[0].blockSize] : null;
                LudusWindow.reportSize();
            });
            try {
                LudusWindow.observer.observe(LudusWindow.canvas, { box: 'device-pixel-content-box' });
            } catch (error) { // a browser that measures in CSS pixels only
                LudusWindow.observer.observe(LudusWindow.canvas);
            }
        },
    },

    ludus_window_open__deps: ['$LudusWindow'],
    ludus_window_open: function(selector, title, width, height, isResizable) {
        var canvas = null;
        try {
            canvas = document.querySelector(UTF8ToString(selector));
        } catch (error) { // not a selector
        }
        if (!(canvas instanceof HTMLCanvasElement)) return 0;
        LudusWindow.canvas = canvas;
        LudusWindow.events = [];
        LudusWindow.pointers = {};
        LudusWindow.pixels = null;
        document.title = UTF8ToString(title);
        if (!isResizable) {
            canvas.style.width = width + 'px';
            canvas.style.height = height + 'px';
        }
        canvas.style.touchAction = 'none';
        if (!canvas.hasAttribute('tabindex')) canvas.tabIndex = 0;
        LudusWindow.reported = LudusWindow.measure();
        ['pointermove', 'pointerdown', 'pointerup'].forEach(function(name, index) {
            LudusWindow.listen(canvas, name, function(e) { LudusWindow.onPointer(3 + index, e); });
        });
        LudusWindow.listen(canvas, 'pointercancel', function(e) { LudusWindow.onPointer(5, e); });
        LudusWindow.listen(canvas, 'contextmenu', function(e) { e.preventDefault(); });
        LudusWindow.listen(canvas, 'wheel', LudusWindow.onWheel);
        LudusWindow.listen(canvas, 'keydown', function(e) { LudusWindow.onKey(7, e); });
        LudusWindow.listen(canvas, 'keyup', function(e) { LudusWindow.onKey(8, e); });
        LudusWindow.listen(document, 'visibilitychange', LudusWindow.reportSize);
        LudusWindow.observe();
        LudusWindow.watchRatio();
        return 1;
    },

    ludus_window_close__deps: ['$LudusWindow'],
    ludus_window_close: function() {
        LudusWindow.listeners.forEach(function(entry) { entry[0].removeEventListener(entry[1], entry[2]); });
        LudusWindow.listeners = [];
        if (LudusWindow.observer) LudusWindow.observer.disconnect();
        LudusWindow.observer = null;
        LudusWindow.canvas = null;
        LudusWindow.events = [];
    },

    ludus_window_measure__deps: ['$LudusWindow'],
    ludus_window_measure: function(words) {
        var size = LudusWindow.measure();
        HEAPU32[words >> 2] = size[0];
        HEAPU32[(words >> 2) + 1] = size[1];
    },

    ludus_window_resize__deps: ['$LudusWindow'],
    ludus_window_resize: function(width, height) {
        LudusWindow.canvas.style.width = width + 'px';
        LudusWindow.canvas.style.height = height + 'px';
    },

    ludus_window_title: function(title) { document.title = UTF8ToString(title); },

    ludus_window_poll__deps: ['$LudusWindow'],
    ludus_window_poll: function(words) {
        var event = LudusWindow.events.shift(), at = words >> 2;
        if (!event) return 0;
        HEAPU32[at] = event.kind;
        HEAPU32[at + 1] = event.width || 0;
        HEAPU32[at + 2] = event.height || 0;
        HEAPF32[at + 3] = event.x || 0;
        HEAPF32[at + 4] = event.y || 0;
        HEAPF32[at + 5] = event.dx || 0;
        HEAPF32[at + 6] = event.dy || 0;
        HEAPU32[at + 7] = event.button || 0;
        HEAPU32[at + 8] = event.buttons || 0;
        HEAPU32[at + 9] = event.key || 0;
        HEAPU32[at + 10] = event.character || 0;
        HEAPU32[at + 11] = event.repeat || 0;
        return 1;
    },
});

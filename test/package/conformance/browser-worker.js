import { conformTo } from './browser.js';

self.postMessage(await conformTo(new URL(self.location.href).search.slice(1)));

import { serve } from './serve.ts';

const handle = serve((answer) => self.postMessage(answer));
self.addEventListener('message', ({ data }) => handle(data));

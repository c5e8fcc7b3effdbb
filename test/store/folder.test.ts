import { storeContract } from './contract.ts';
import { folderPlace } from './folder.ts';

storeContract('a folder', () => folderPlace(), { oneWinner: true, sequences: 60 });

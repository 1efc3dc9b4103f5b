import { writeFileSync } from 'node:fs';
import { routes } from '../routes';
import { openapi } from './openapi';

// `npm run check` lints the file.
writeFileSync(process.argv[2]!, JSON.stringify(openapi(routes, { publicUrl: 'https://dripline.example' })));

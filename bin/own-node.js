// `node bin/own-node.js scripts/test.ts`: whichever Node somebody has, the script runs with ours.
import { runOwnNode } from './run-own-node.js'

await runOwnNode(process.argv.slice(2))

/** To be imported before the program: it ends as in a power cut when a backup comes to its first file. */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

fs.promises.link = () => process.kill(process.pid, 'SIGKILL')
syncBuiltinESMExports()

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { project } from './built.ts'
import { benchContactList } from './contact-list.ts'
import { benchExtensionCreate } from './extension-create.ts'
import { benchExtensionList } from './extension-list.ts'
import { benchFanOut } from './fan-out.ts'
import { benchFetch } from './fetch.ts'
import { benchMemory } from './memory.ts'
import { benchRegister } from './register.ts'
import { rows } from './report.ts'
import { benchSearch } from './search.ts'
import { benchSend } from './send.ts'
import { benchSocketFanOut } from './socket-fan-out.ts'
import { benchSubscribers } from './subscribers.ts'
import { benchWeb } from './web.ts'

const questions: Record<string, () => Promise<void>> = {
  send: benchSend,
  fetch: benchFetch,
  search: benchSearch,
  'fan-out': benchFanOut,
  register: benchRegister,
  subscribers: benchSubscribers,
  memory: benchMemory,
  web: benchWeb,
  'extension-list': benchExtensionList,
  'contact-list': benchContactList,
  'extension-create': benchExtensionCreate,
  'socket-fan-out': benchSocketFanOut,
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
for (const name of wanted.length > 0 ? wanted : Object.keys(questions)) {
  const question = questions[name]
  if (!question) throw new Error(`Unknown benchmark '${name}': one of ${Object.keys(questions).join(', ')}`)
  console.log(`\n# ${name}`)
  await question()
}
if (process.argv.includes('--write')) writeResults()

/** The table of RESULTS.md; what is said about it stands below the table and is kept by hand. */
function writeResults(): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: project,
    encoding: 'utf8',
  }).trim()
  const lines = [
    `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, SQLite; commit ${commit} and what was not committed.`,
    '',
    '| question | ours | bare Fastify | ratio | target | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ question, ours, bare, ratio, target, met }) =>
        `| ${question} | ${ours} | ${bare} | ${ratio.toFixed(2)} | ${target === '>= 0' ? 'none' : target} | ${target === '>= 0' ? '' : met ? 'met' : '**missed**'} |`,
    ),
    '',
  ]
  writeFileSync(join(project, 'bench/latest.md'), lines.join('\n'))
  console.log('\nWritten to bench/latest.md')
}

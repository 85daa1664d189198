import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { project } from './servers.ts'
import { takeFigures } from './simulation/measured-figures.ts'
import { describeSimulation } from './simulation/write-page.ts'
import { readResults } from './write-results.ts'

/** Writes docs/ten-million-users.md from the figures of the last benchmarks. */
export function writeSimulation(): void {
  const results = readResults()
  const figures = takeFigures(results)
  writeFileSync(join(project, 'docs/ten-million-users.md'), `${describeSimulation(figures, results)}\n`)
  for (const { name, value, unit, source } of Object.values(figures)) {
    console.log(`${name}: ${value.toLocaleString('en')} ${unit} (${source.replaceAll('*', '')})`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeSimulation()

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './built.ts'
import { readResults } from './results.ts'
import { takeFigures } from './simulation/measured-figures.ts'
import { describeSimulation } from './simulation/write-page.ts'

/** Writes docs/ten-million-users.md, from what the benches found last. */
const results = readResults()
const figures = takeFigures(results)
writeFileSync(join(project, 'docs/ten-million-users.md'), `${describeSimulation(figures, results)}\n`)
for (const { name, value, unit, source } of Object.values(figures)) {
  console.log(`${name}: ${value.toLocaleString('en')} ${unit} (${source.replaceAll('*', '')})`)
}
console.log('Written: docs/ten-million-users.md')

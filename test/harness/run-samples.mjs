/** Runs the programs 0.mjs, 1.mjs, ... of a folder, and writes the outcome of each. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, count] = process.argv.slice(2)
console.log = () => {}
const outcomes = []
for (let index = 0; index < Number(count); index += 1) {
  try {
    await import(join(folder, `${index}.mjs`))
    outcomes.push({ status: 200, code: '' })
  } catch (error) {
    outcomes.push({ status: error.status ?? -1, code: `${error.code} ${error.message}` })
  }
}
writeFileSync(join(folder, 'outcomes.json'), JSON.stringify(outcomes))

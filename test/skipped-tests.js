/** Why tests were skipped: no test is skipped without a line at the end of the run. */
import { readFileSync } from 'node:fs'
import { adviceFor, missingPrograms } from './debian-packages.js'

/** Programs for documents are asked for in one place, test/harness/documents.ts. */
const marksOf = (program) => [
  `'${program}'`,
  ...(['gs', 'tiffinfo'].includes(program) ? ['missingDocumentPrograms'] : []),
]

/** One line for each missing program, with the tests that it cost, and one for all other conditions. */
export function skippedTests(results) {
  const skipped = results
    .map(({ file, tests }) => ({
      file,
      count: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    }))
    .filter(({ count }) => count > 0)
    .map((one) => ({ ...one, text: readFileSync(one.file, 'utf8') }))
  const explained = new Set()
  const lines = missingPrograms().flatMap((program) => {
    const cost = skipped.filter(({ text }) => marksOf(program).some((mark) => text.includes(mark)))
    for (const one of cost) explained.add(one)
    if (cost.length === 0) return []
    return `missing ${program}: cost ${describe(cost)}. To run them: ${adviceFor(program)}`
  })
  const others = skipped.filter((one) => !explained.has(one))
  if (others.length > 0)
    lines.push(`skipped by a condition of their own (engine, mounts): ${describe(others)}`)
  return lines
}

function describe(skipped) {
  const count = skipped.reduce((total, one) => total + one.count, 0)
  const files = [...new Set(skipped.map(({ file }) => file))]
  return `tests: ${count} (${files.join(', ')})`
}

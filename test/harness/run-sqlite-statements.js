/** `node run-sqlite-statements.js FILE`, with statements as a JSON list on standard input: answers with a list of their rows. */
import { readFileSync } from 'node:fs'
import LibsqlDatabase from 'libsql'

const database = new LibsqlDatabase(process.argv[2])
const answers = JSON.parse(readFileSync(0, 'utf8')).map((statement) => {
  const prepared = database.prepare(statement)
  if (prepared.reader) return prepared.all()
  prepared.run()
  return []
})
process.stdout.write(JSON.stringify(answers))

import { join } from 'node:path'
import { readLines } from '../../../../platform/files/read-lines.ts'
import { ForeignRecord } from '../foreign/foreign-record.ts'
import { ImportRefused } from '../import-refused.ts'

export interface MattermostLine {
  type: string
  record: ForeignRecord
}

/** Each line is an object with a type, and under the name of the type what it is about. */
export async function* readMattermostLines(folder: string, file: string): AsyncGenerator<MattermostLine[]> {
  for await (const lines of readLines(join(folder, file))) {
    yield lines.flatMap(({ number, line }) => {
      const place = `${file}, line ${number}`
      const whole = new ForeignRecord(place, parse(line, place))
      const type = whole.text('type')
      return whole.has(type) && type !== 'version' ? [{ type, record: whole.record(type, place) }] : []
    })
  }
}

function parse(line: string, place: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ImportRefused(`${place} is not JSON.`)
  }
}

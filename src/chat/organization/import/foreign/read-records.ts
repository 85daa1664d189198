import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonItems } from '../../../../platform/files/json-items.ts'
import { type JsonItem, JsonRefused } from '../../../../platform/files/json-scanner.ts'
import { ImportRefused } from '../import-refused.ts'
import { ForeignRecord } from './foreign-record.ts'

/** The records of the lists in a JSON file of an export, some at a time. Names the file of what is not JSON. */
export async function* readRecords(
  folder: string,
  file: string,
  lists?: readonly string[],
): AsyncGenerator<{ list: string; record: ForeignRecord }[]> {
  const path = join(folder, file)
  if (!existsSync(path)) throw new ImportRefused(`The export has no file ${file}.`)
  const isWanted = lists && ((list: string) => lists.includes(list))
  try {
    for await (const items of readJsonItems(path, isWanted)) yield items.map((item) => recordOf(file, item))
  } catch (error) {
    throw error instanceof JsonRefused ? new ImportRefused(`${file} is damaged: ${error.message}.`) : error
  }
}

/** For lists that fit into memory: people and streams, not messages. */
export async function listRecords(folder: string, file: string, list = ''): Promise<ForeignRecord[]> {
  const records: ForeignRecord[] = []
  for await (const some of readRecords(folder, file, [list]))
    records.push(...some.map(({ record }) => record))
  return records
}

function recordOf(file: string, { list, number, value }: JsonItem) {
  const place = list === '' ? `${file}, record ${number}` : `${file}, ${list}, record ${number}`
  return { list, record: new ForeignRecord(place, value) }
}

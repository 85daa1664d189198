import { type JsonItem, JsonRefused, JsonScanner } from './json-scanner.ts'
import { readInPieces } from './read-in-pieces.ts'

/**
 * The items of the lists in a JSON file of any size, some at a time: the file is a list, or an object of lists. Other
 * values of the object are skipped, and so are lists that are not wanted. Throws JsonRefused.
 */
export async function* readJsonItems(
  path: string,
  isWanted: (list: string) => boolean = () => true,
): AsyncGenerator<JsonItem[]> {
  const scanner = new JsonScanner(isWanted)
  for await (const chunk of readInPieces(path)) {
    const items = scanner.scan(chunk)
    if (items.length > 0) yield items
  }
  if (!scanner.isComplete) throw new JsonRefused('it ends too early')
}

import { DOMParser } from '@xmldom/xmldom'
import { InvalidInput } from './invalid-input.ts'

/** Of a response with several hundred groups. Deep and broken XML takes the parser quadratic time. */
const MAX_TAGS = 2_000

/** Document types and entities make parsers read other files or explode. */
export function parseXml(xml: string): Document {
  if (xml.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1) throw new InvalidInput('has too many elements')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new InvalidInput('contains a document type')
  const broken = (message: string) => {
    throw new InvalidInput(`is not XML: ${message.split('\n')[0]}`)
  }
  const parser = new DOMParser({ errorHandler: { warning: () => {}, error: broken, fatalError: broken } })
  return parser.parseFromString(xml.trim(), 'text/xml')
}

/** `namespace`: `*` for all of them */
export function elementsOf(parent: Document | Element, namespace: string, name: string): Element[] {
  const found = parent.getElementsByTagNameNS(namespace, name)
  return Array.from({ length: found.length }, (_, index) => found.item(index)!)
}

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** Reads an XML document strictly: a tag that is not closed, or a character that was not escaped, throws. */
export function readXml(document: string): XmlElement {
  const body = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  if (body === document) throw new Error('the document does not begin with an XML declaration')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const token =
    /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w.:-]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*)\s*(\/?)>|([^<>&]+)|&#(\d+);/y
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const match = token.exec(body)
    const current = open.at(-1)!
    if (!match) throw new Error(`this is no XML: ${body.slice(at, at + 60)}`)
    const [, isEnd, name, attributes = '', isEmpty, text, code] = match
    if (text !== undefined || code !== undefined) current.text += text ?? String.fromCharCode(Number(code))
    else if (isEnd) {
      if (current.name !== name) throw new Error(`</${name}> ends <${current.name}>`)
      open.pop()
    } else {
      const element = { name: name!, attributes: readAttributes(attributes), children: [], text: '' }
      current.children.push(element)
      if (!isEmpty) open.push(element)
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('the document has not one root')
  return root.children[0]!
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, name, value]): [string, string] => [
    name!,
    value!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  ])
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length)
    throw new Error('an attribute is given twice')
  return Object.fromEntries(pairs)
}

/** All elements of this name, at any depth. */
export const elementsOf = (element: XmlElement, name: string): XmlElement[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => elementsOf(child, name)),
]

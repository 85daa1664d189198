import { type Fault, InvalidInput } from './invalid-input.ts'
import { type MailInput, type ParsedMail, parseMail } from './parse-mail.ts'
import { type ListInput, parseList, parseTable, type RowChunks, type TableInput } from './parse-rows.ts'
import { parseSaml, type SamlAssertion, type SamlInput } from './parse-saml.ts'
import { parseSamlMetadata, type SamlMetadata, type SamlMetadataInput } from './parse-saml-metadata.ts'
import { type ConvertedSound, parseSound, type SoundInput } from './telephone-sound.ts'

/** Requests and results must be structured-cloneable. */
interface Formats {
  mail: { input: MailInput; result: ParsedMail }
  table: { input: TableInput; result: RowChunks }
  list: { input: ListInput; result: RowChunks }
  saml: { input: SamlInput; result: SamlAssertion }
  'saml-metadata': { input: SamlMetadataInput; result: SamlMetadata }
  sound: { input: SoundInput; result: ConvertedSound }
}

export type ParserFormat = keyof Formats
export type ParserResult<Format extends ParserFormat = ParserFormat> = Formats[Format]['result']
export type ParserRequest<Format extends ParserFormat = ParserFormat> = {
  [Each in Format]: { format: Each } & Formats[Each]['input']
}[Format]

export type ParserOutcome = { result: ParserResult } | { faults: readonly Fault[] }

export async function doParserWork(request: ParserRequest): Promise<ParserOutcome> {
  try {
    return { result: await parse(request) }
  } catch (error) {
    if (error instanceof InvalidInput) return { faults: error.faults }
    throw error
  }
}

function parse(request: ParserRequest): Promise<ParserResult> | ParserResult {
  switch (request.format) {
    case 'mail':
      return parseMail(request)
    case 'table':
      return parseTable(request)
    case 'list':
      return parseList(request)
    case 'saml':
      return parseSaml(request)
    case 'saml-metadata':
      return parseSamlMetadata(request)
    case 'sound':
      return parseSound(request)
  }
}

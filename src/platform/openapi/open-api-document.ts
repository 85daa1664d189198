/** The part of OpenAPI 3.1 that we write and show. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description: string }[]
  security: SecurityRequirement[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, ApiResponse>
    securitySchemes: Record<string, Record<string, unknown>>
  }
}

export type PathItem = Partial<Record<Verb, Operation>>

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'

export type SecurityRequirement = Record<string, string[]>

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: SecurityRequirement[]
  parameters?: ApiParameter[]
  requestBody?: RequestContent
  responses: Record<string, ApiResponse | Reference>
  /** possible values of `code` in errors, where errors have codes */
  'x-error-codes'?: string[]
}

export interface ApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema?: JsonSchema
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
  example?: unknown
}

export interface RequestContent {
  description: string
  required: boolean
  content: Record<string, MediaType>
}

export interface MediaType {
  schema: JsonSchema
  encoding?: Record<string, { contentType: string }>
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}

export interface ApiResponse {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  /** none: a response without a body */
  content?: Record<string, MediaType>
}

export interface Reference {
  $ref: string
}

export interface JsonSchema {
  $ref?: string
  type?: string
  description?: string
  default?: unknown
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
  [keyword: string]: unknown
}

import './formats.ts'
import { type Static, type TSchema, TypeGuard } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler'
import { type Fault, invalid } from '../problem.ts'
import { formatNames } from './formats.ts'

const MAX_FAULTS = 20
const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Returns the value if it fits the schema. Otherwise throws a 400 that names every fault. */
export function checkBody<S extends TSchema>(schema: S, value: unknown): Static<S> {
  let check = compiled.get(schema)
  if (!check) {
    check = TypeCompiler.Compile<TSchema>(schema)
    compiled.set(schema, check)
  }
  if (check.Check(value)) return value
  const faults: Fault[] = []
  for (const fault of faultsIn(check.Errors(value))) {
    if (faults.every(({ pointer }) => pointer !== fault.pointer)) faults.push(fault)
    if (faults.length === MAX_FAULTS) break
  }
  throw invalid(faults)
}

function* faultsIn(errors: Iterable<ValueError>): Iterable<Fault> {
  for (const error of errors) {
    const options = error.type === ValueErrorType.Union ? unionOptions(error.schema) : undefined
    if (options === undefined) yield { pointer: error.path, detail: complaint(error) }
    else if (options.length > 0) yield { pointer: error.path, detail: `must be one of ${options.join(', ')}` }
    // For unions, report the faults of the first branch that is not null.
    else {
      const meant = error.schema.anyOf.findIndex((option: TSchema) => !TypeGuard.IsNull(option))
      yield* faultsIn(error.errors[meant] ?? [])
    }
  }
}

function unionOptions(schema: TSchema): string[] {
  const options = (schema.anyOf as TSchema[]).filter((option) => !TypeGuard.IsNull(option))
  return options.every((option) => 'const' in option)
    ? options.map((option) => String(option.const || "''"))
    : []
}

function complaint({ type, schema, message }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectAdditionalProperties:
      return 'is not a known field'
    case ValueErrorType.ObjectRequiredProperty:
      return 'is required'
    case ValueErrorType.Object:
      return 'must be an object'
    case ValueErrorType.Array:
      return 'must be a list'
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${schema.maxItems} entries`
    case ValueErrorType.ArrayMinItems:
      return `must have at least ${schema.minItems} ${schema.minItems === 1 ? 'entry' : 'entries'}`
    case ValueErrorType.String:
      return 'must be a string'
    case ValueErrorType.StringMaxLength:
      return `must have at most ${schema.maxLength} characters`
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1
        ? 'must not be empty'
        : `must have at least ${schema.minLength} characters`
    case ValueErrorType.StringFormat:
      return `must be ${formatNames[schema.format] ?? schema.format}`
    case ValueErrorType.StringPattern:
      return `must be ${schema.title ?? `of the form ${schema.pattern}`}`
    case ValueErrorType.Boolean:
      return 'must be true or false'
    case ValueErrorType.Integer:
      return 'must be a whole number'
    case ValueErrorType.Number:
      return 'must be a number'
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return `must be at least ${schema.minimum}`
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `must be at most ${schema.maximum}`
    case ValueErrorType.Literal:
      return `must be ${JSON.stringify(schema.const)}`
    case ValueErrorType.Null:
      return 'must be null'
    default:
      return message
  }
}

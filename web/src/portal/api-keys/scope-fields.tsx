import { useId } from 'react'
import type { ApiKey } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { CheckField } from '../../ui/field.tsx'
import { useDraftField } from '../forms/draft-context.ts'
import styles from './api-keys.module.css'

type Scope = ApiKey['scopes'][number]

/** In the order of the server, so that the same choice is the same list. */
const scopes: readonly Scope[] = ['read', 'write', 'admin']

export function ScopeFields() {
  const draft = useDraftField('/scopes')
  const id = useId()
  const chosen = (draft.value('/scopes') ?? []) as Scope[]
  const error = draft.faultAt('/scopes')
  return (
    <fieldset className={styles.scopes} aria-describedby={error ? id : undefined}>
      <legend>{p.keys.scopes}</legend>
      {scopes.map((scope) => (
        <CheckField
          key={scope}
          label={p.keys.scope[scope]}
          hint={p.keys.scopeHint[scope]}
          checked={chosen.includes(scope)}
          aria-invalid={error ? true : undefined}
          onChange={({ target: { checked } }) =>
            draft.set(
              '/scopes',
              scopes.filter((one) => (one === scope ? checked : chosen.includes(one))),
            )
          }
        />
      ))}
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextField } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { aboutIntegration } from './about-integration.ts'
import styles from './integration-catalogue.module.css'

export interface OfferedIntegration {
  name: string
  display_name: string
}

/** Every service that the server understands, as links to their set-up. */
export function IntegrationCatalogue({ offered }: { offered: readonly OfferedIntegration[] }) {
  const [search, setSearch] = useState('')
  const key = search.trim().toLowerCase()
  const found = offered.filter(({ name, display_name }) =>
    `${name}\n${display_name}\n${aboutIntegration(name) ?? ''}`.toLowerCase().includes(key),
  )
  return (
    <>
      <TextField
        label={t.integrations.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 && (
        <EmptyState title={t.organization.noMatch}>{t.integrations.noMatchHint}</EmptyState>
      )}
      <ul className={styles.cards}>
        {found.map(({ name, display_name }) => (
          <li key={name}>
            <a className={styles.card} href={`#organization/integrations/${name}`}>
              <Avatar name={display_name} />
              <span>
                <strong>{display_name}</strong>
                <span className={styles.about}>{aboutIntegration(name)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { o } from '../../texts/organization-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { TabRow } from '../tab-row.tsx'
import styles from './directories-tab.module.css'
import { LdapForm } from './ldap-form.tsx'
import { type DirectoryKind, freshSettings, type StoredLdap } from './ldap-settings.ts'
import { LdapSyncCard } from './ldap-sync-card.tsx'
import { ScimCard } from './scim-card.tsx'

/** The directories of the company, which accounts follow. */
export function DirectoriesTab() {
  return (
    <SectionPage title={o.directories.title} intro={o.directories.intro}>
      <ScimCard />
      <Ldap />
    </SectionPage>
  )
}

function Ldap() {
  const texts = o.directories.ldap
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.ldap,
    queryFn: ({ signal }) => callChat('GET /realm/ldap', {}, { signal }),
  })
  return (
    <>
      <Card title={texts.title}>
        <p className={styles.soft}>{texts.intro}</p>
        {error !== null && <ErrorState error={error} onRetry={refetch} />}
        {error === null && !data && <LoadingState />}
        {data && <LdapSetup stored={data} reload={refetch} />}
      </Card>
      {data?.settings && (
        // A dry run says nothing about other settings.
        <LdapSyncCard key={JSON.stringify(data.settings)} lastReport={data.report} reload={refetch} />
      )}
    </>
  )
}

interface LdapSetupProps {
  stored: StoredLdap
  reload: () => Promise<unknown>
}

/** The form, once there are settings or it is known for what kind of directory. */
function LdapSetup({ stored, reload }: LdapSetupProps) {
  const texts = o.directories.ldap
  const [kind, setKind] = useState<DirectoryKind>()
  const settings = stored.settings ?? (kind && freshSettings[kind])
  if (settings)
    return (
      <LdapForm
        settings={settings}
        isStored={stored.settings !== null}
        hasPassword={stored.has_password}
        reload={reload}
        onEmpty={() => setKind(undefined)}
      />
    )
  return (
    <TabRow>
      <Button onClick={() => setKind('openldap')}>{texts.setUpOpenLdap}</Button>
      <Button onClick={() => setKind('active directory')}>{texts.setUpActiveDirectory}</Button>
    </TabRow>
  )
}

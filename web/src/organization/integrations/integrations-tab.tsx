import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { aboutIntegration } from './about-integration.ts'
import { IntegrationCatalogue } from './integration-catalogue.tsx'
import { IntegrationSetup } from './integration-setup.tsx'

/** The services that can post to the organization. The address names one of them, or none. */
export function IntegrationsTab({ path: [name] }: { path: readonly string[] }) {
  const offered = useChat((state) => state.realm.incoming_webhook_bots)
  const chosen = offered.find((one) => one.name === name)
  const texts = t.integrations
  if (name === undefined) {
    return (
      <SectionPage
        title={texts.title}
        intro={texts.intro}
        actions={
          <a href="/docs/webhooks" target="_blank" rel="noreferrer">
            {texts.docs}
          </a>
        }
      >
        <IntegrationCatalogue offered={offered} />
      </SectionPage>
    )
  }
  return (
    <SectionPage
      title={chosen ? texts.setUp(chosen.display_name) : texts.title}
      intro={chosen && aboutIntegration(name)}
      actions={<a href="#organization/integrations">{texts.all}</a>}
    >
      {chosen ? (
        <IntegrationSetup key={name} name={name} displayName={chosen.display_name} />
      ) : (
        <EmptyState title={texts.unknown}>{texts.unknownHint}</EmptyState>
      )}
    </SectionPage>
  )
}

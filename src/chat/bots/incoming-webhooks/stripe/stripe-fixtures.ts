import type { Fixture } from '../integration.ts'
import chargeFailed from './fixtures/charge-failed.json' with { type: 'json' }
import chargeRefunded from './fixtures/charge-refunded.json' with { type: 'json' }
import chargeSucceeded from './fixtures/charge-succeeded.json' with { type: 'json' }
import checkoutCompleted from './fixtures/checkout-completed.json' with { type: 'json' }
import customerCreated from './fixtures/customer-created.json' with { type: 'json' }
import customerUpdated from './fixtures/customer-updated.json' with { type: 'json' }
import disputeCreated from './fixtures/dispute-created.json' with { type: 'json' }
import invoicePaid from './fixtures/invoice-paid.json' with { type: 'json' }
import invoicePaymentFailed from './fixtures/invoice-payment-failed.json' with { type: 'json' }
import paymentIntentSucceeded from './fixtures/payment-intent-succeeded.json' with { type: 'json' }
import payoutPaid from './fixtures/payout-paid.json' with { type: 'json' }
import subscriptionCreated from './fixtures/subscription-created.json' with { type: 'json' }
import subscriptionTrialEnds from './fixtures/subscription-trial-ends.json' with { type: 'json' }
import subscriptionUpdated from './fixtures/subscription-updated.json' with { type: 'json' }

export const stripeFixtures: readonly Fixture[] = [
  chargeFailed,
  chargeRefunded,
  chargeSucceeded,
  checkoutCompleted,
  customerCreated,
  customerUpdated,
  disputeCreated,
  invoicePaid,
  invoicePaymentFailed,
  paymentIntentSucceeded,
  payoutPaid,
  subscriptionCreated,
  subscriptionTrialEnds,
  subscriptionUpdated,
]

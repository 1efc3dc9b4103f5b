/** A client of the demo agency. */
export interface DemoClient {
  businessName: string;
  contactEmail: string;
  notificationPhone: string;
  timeZone: string;
  status?: 'active' | 'inactive';
  /** The client can sign in with this name and the demo password. Without it, the client has no login. */
  username?: string;
  /** The members of its team, who have the demo password. */
  team?: { name: string; username: string; role: 'owner' | 'staff' }[];
  /** Whether the client has reached its monthly lead limit, so that new leads are held. */
  isAtLeadLimit?: boolean;
  /** What has gone wrong, so that the client needs attention. */
  trouble?: 'sequence paused by carriers' | 'webhook failing';
  /** Whether the client’s sequences will exceed its monthly message limit, by its forecast. */
  isAboveForecast?: boolean;
  /** The client has white label with this brand, and with pictures in its color. */
  brand?: { productName: string; color: string };
  /** The domain of a client with white label. Browsers find it only on the machine of the demo. */
  domain?: string;
  campaigns: DemoCampaign[];
  /** Contents of the files in the client's File Manager, by file name. */
  files?: Record<string, string>;
}

/** A campaign of a demo client. */
export interface DemoCampaign {
  name: string;
  headline: string;
  subheadline: string;
  submitButtonText?: string;
  /** The name of the client's earlier campaign that it is a translation of. */
  translationOf?: string;
  /** How the page looks, and what supports the offer. */
  design?: {
    language?: 'en' | 'es' | 'fr' | 'de' | 'pt';
    layout?: 'split' | 'centered' | 'picture';
    brandColor?: string;
    formTitle?: string;
    adConsentText?: string;
    contactPhone?: string;
    contactAddress?: string;
    testimonials?: { quote: string; name: string; stars?: number }[];
    faq?: { question: string; answer: string }[];
  };
  question: { id: string; label: string; options: string[] };
  /** Where its QR codes are printed. */
  placements?: string[];
  /** The headline of a draft that is published in a few days. */
  draftHeadline?: string;
  /** Another page that is tested against this one. */
  tested?: { headline: string; submitButtonText: string };
  /** Whether it was archived. */
  archived?: true;
  /** The first and the last day with visitors, in days before today. Without it, they come every day. */
  visitorDays?: [first: number, last: number];
  /** Visitors on an average day. */
  visitors: number;
  /** Visitors for each submitted form. */
  perLead: number;
  sequence?: {
    name: string;
    triggerEvent: 'lead_created' | 'lead_contacted';
    /** The last message of the first version, before it was edited. */
    firstGoodbye?: string;
    /** The last message of a draft that is not published yet. */
    draftGoodbye?: string;
    /** The share of leads that opt out after the first message. */
    optOutShare?: number;
    /** The messages, some with others that they are compared with. */
    steps: { delayMinutes: number; message: string; variants?: string[] }[];
  };
}

const day = 24 * 60;

/** The demo clients. All phone numbers and email addresses are reserved for examples. */
export const demoClients: DemoClient[] = [
  {
    businessName: 'Bluewave Plumbing',
    contactEmail: 'hello@bluewave.example',
    notificationPhone: '(415) 555-0110',
    timeZone: 'America/Los_Angeles',
    username: 'bluewave',
    team: [
      { name: 'Maya Torres', username: 'maya', role: 'owner' },
      { name: 'Leo Park', username: 'leo', role: 'staff' },
    ],
    campaigns: [
      {
        name: 'Water heater inspection',
        headline: 'Is your water heater about to fail?',
        subheadline:
          'Get a free 15-point inspection from a licensed plumber. No obligation.\n- Tank, valves and venting checked in 30 minutes\n- A written report on the spot\n- No charge, whatever we find',
        submitButtonText: 'Book My Free Inspection',
        design: {
          formTitle: 'Book your free inspection',
          adConsentText: 'You may tell Google and Meta that their ad led to this request. (Optional)',
          contactPhone: '(415) 555-0110',
          contactAddress: '200 Harbor Way, San Francisco',
          testimonials: [
            {
              quote: 'He found a failing valve before it flooded the garage. Twenty minutes, no sales talk.',
              name: 'Priya N., Oakland',
              stars: 5,
            },
          ],
          faq: [
            {
              question: 'Is it really free?',
              answer: 'Yes. The inspection and the report cost nothing, even if you never call us again.',
            },
            {
              question: 'Do I have to be at home?',
              answer: 'An adult has to let us in. We text you 30 minutes before we arrive.',
            },
          ],
        },
        placements: ['Van 1', 'Van 2', 'Yard signs'],
        draftHeadline: 'Winter is coming: free water heater check this week',
        tested: { headline: 'Know your water heater is safe before winter', submitButtonText: 'Pick a Time' },
        question: {
          id: 'waterHeaterAge',
          label: 'Water Heater Age',
          options: ['Under 5 years', '5 to 10 years', 'Over 10 years', 'Not sure'],
        },
        visitors: 46,
        perLead: 7,
        sequence: {
          name: 'Inspection follow-up',
          firstGoodbye: 'Last note from {{businessName}}: call us any time for your free inspection.',
          draftGoodbye: 'Last note from {{businessName}}: book before Friday and we flush the tank for free.',
          optOutShare: 0.02,
          triggerEvent: 'lead_created',
          steps: [
            {
              delayMinutes: 1,
              message:
                'Hi {{firstName}}, thanks for asking {{businessName}} about a free inspection. What day suits you best?',
            },
            {
              delayMinutes: day,
              message:
                'Hi {{firstName}}, we still have openings this week for your free water heater check. Shall we hold one for you?',
              variants: ['{{firstName}}, is Thursday or Friday better for your free water heater check?'],
            },
            {
              delayMinutes: 3 * day,
              message:
                'Last note from {{businessName}}: your free inspection is open until Friday. Just reply with a time.',
            },
          ],
        },
      },
      {
        name: 'Water heater inspection (Spanish)',
        translationOf: 'Water heater inspection',
        headline: '¿Está por fallar su calentador de agua?',
        subheadline:
          'Un plomero con licencia lo revisa gratis. Sin compromiso.\n- Tanque, válvulas y ventilación en 30 minutos\n- Un informe por escrito\n- Sin costo, encuentre lo que encuentre',
        submitButtonText: 'Reservar mi revisión gratis',
        design: { language: 'es', formTitle: 'Reserve su revisión', contactPhone: '(415) 555-0110' },
        question: {
          id: 'waterHeaterAge',
          label: 'Antigüedad del calentador',
          options: ['Menos de 5 años', 'De 5 a 10 años', 'Más de 10 años', 'No estoy seguro'],
        },
        visitors: 12,
        perLead: 6,
      },
      {
        name: 'Summer pipe check',
        headline: 'Leaving for the summer?',
        subheadline: 'We check every pipe and valve before you go, free of charge.',
        archived: true,
        visitorDays: [45, 27],
        question: { id: 'home', label: 'Home', options: ['House', 'Apartment'] },
        visitors: 10,
        perLead: 7,
      },
      {
        name: 'Drain cleaning special',
        headline: 'Slow drain? $89 clears it today',
        subheadline: 'Same-day drain cleaning with a 30-day guarantee.',
        question: { id: 'whichDrain', label: 'Which drain?', options: ['Kitchen', 'Bathroom', 'Main line'] },
        visitors: 24,
        perLead: 9,
        sequence: {
          name: 'After we called',
          triggerEvent: 'lead_contacted',
          steps: [
            {
              delayMinutes: 2 * 60,
              message: 'Good talking with you, {{firstName}}. Your $89 drain special is noted. {{businessName}}',
            },
          ],
        },
      },
    ],
    files: {
      'price-list-2026.csv': 'Service,Price\nInspection,0\nDrain cleaning,89\nWater heater flush,149\n',
      'warranty-terms.txt': 'Every repair is covered for 30 days.\n'.repeat(40),
    },
  },
  {
    businessName: 'Summit Dental Care',
    contactEmail: 'front.desk@summitdental.example',
    notificationPhone: '(303) 555-0142',
    timeZone: 'America/Denver',
    username: 'summit',
    trouble: 'sequence paused by carriers',
    brand: { productName: 'Patient Flow', color: '#6d28d9' },
    domain: 'patient-flow.localhost',
    campaigns: [
      {
        name: 'New patient whitening',
        headline: 'A brighter smile, on us',
        subheadline: 'Free whitening with your first cleaning this season.',
        submitButtonText: 'Claim My Whitening',
        design: {
          layout: 'centered',
          brandColor: '#6d28d9',
          formTitle: 'New patients only',
          contactPhone: '(303) 555-0142',
          testimonials: [
            { quote: 'Gentle, on time, and my teeth have not been this white in years.', name: 'Dana R.', stars: 5 },
            {
              quote: 'They explained every step, and the price was the one that I was told.',
              name: 'Luis M.',
              stars: 5,
            },
            { quote: 'My kids ask when we can go back.', name: 'Sam W.', stars: 4 },
          ],
        },
        question: { id: 'preferredTime', label: 'Preferred time', options: ['Morning', 'Afternoon', 'Evening'] },
        visitors: 38,
        perLead: 6,
        sequence: {
          name: 'New patient welcome',
          optOutShare: 0.12,
          triggerEvent: 'lead_created',
          steps: [
            {
              delayMinutes: 1,
              message:
                'Welcome, {{firstName}}! {{businessName}} will call you to find a time. Reply with a day if you have one in mind.',
            },
            {
              delayMinutes: 2 * day,
              message:
                'Hi {{firstName}}, your free whitening is still yours. Want us to save a {{preferredTime}} slot?',
            },
          ],
        },
      },
    ],
  },
  {
    businessName: 'Evergreen Roofing',
    contactEmail: 'office@evergreenroofing.example',
    notificationPhone: '(206) 555-0177',
    timeZone: 'America/Los_Angeles',
    trouble: 'webhook failing',
    isAboveForecast: true,
    campaigns: [
      {
        name: 'Storm damage check',
        headline: 'Did the storm reach your roof?',
        subheadline: 'A drone inspection and a written report, free within 30 miles.',
        design: { layout: 'picture', brandColor: '#f97316', contactPhone: '(206) 555-0177' },
        question: { id: 'roofType', label: 'Roof type', options: ['Shingle', 'Tile', 'Metal', 'Flat'] },
        visitors: 30,
        perLead: 8,
        sequence: {
          name: 'Roof check follow-up',
          triggerEvent: 'lead_created',
          steps: [
            {
              delayMinutes: 1,
              message: 'Hi {{firstName}}, {{businessName}} here. When can our drone fly over your roof?',
            },
            {
              delayMinutes: day,
              message: 'Hi {{firstName}}, your written roof report is still free. Shall we come by?',
            },
            { delayMinutes: 2 * day, message: 'Last note from {{businessName}}: we are in your street this week.' },
          ],
        },
      },
      {
        name: 'Gutter guard offer',
        headline: 'Never climb a ladder again',
        subheadline: 'Gutter guards fitted in a day, 20% off this month.',
        question: { id: 'stories', label: 'Stories', options: ['One', 'Two', 'Three or more'] },
        visitors: 14,
        perLead: 10,
      },
    ],
  },
  {
    businessName: 'Northside Auto Repair',
    contactEmail: 'service@northsideauto.example',
    notificationPhone: '(312) 555-0126',
    timeZone: 'America/Chicago',
    isAtLeadLimit: true,
    campaigns: [
      {
        name: 'Winter tire check',
        headline: 'Ready for the first ice?',
        subheadline: 'Free tire and brake check while you wait.',
        question: { id: 'vehicle', label: 'Vehicle', options: ['Car', 'SUV', 'Truck', 'Van'] },
        visitors: 22,
        perLead: 8,
        sequence: {
          name: 'Tire check reminder',
          triggerEvent: 'lead_created',
          steps: [
            {
              delayMinutes: 1,
              message:
                'Hi {{firstName}}, {{businessName}} here. Walk in any weekday before 5 for your free tire check.',
            },
          ],
        },
      },
    ],
  },
  {
    businessName: 'Old Mill Bakery',
    contactEmail: 'orders@oldmill.example',
    notificationPhone: '(617) 555-0188',
    timeZone: 'America/New_York',
    status: 'inactive',
    campaigns: [
      {
        name: 'Holiday pie list',
        headline: 'Reserve your holiday pie',
        subheadline: 'Sign up early and pick your day.',
        question: { id: 'pie', label: 'Pie', options: ['Apple', 'Pecan', 'Pumpkin'] },
        visitors: 9,
        perLead: 5,
      },
    ],
  },
  {
    businessName: 'Lakeside Yoga',
    contactEmail: 'hello@lakesideyoga.example',
    notificationPhone: '(512) 555-0164',
    timeZone: 'America/Chicago',
    campaigns: [
      {
        name: 'First class free',
        headline: 'Your first class is on us',
        subheadline: 'Mats and towels are waiting for you by the lake.',
        design: { layout: 'centered' },
        visitorDays: [45, 20],
        question: { id: 'level', label: 'Level', options: ['New to yoga', 'Some practice', 'Advanced'] },
        visitors: 11,
        perLead: 5,
      },
    ],
  },
  // A client of today, whose first steps are still to be done.
  {
    businessName: 'Riverside Florist',
    contactEmail: 'shop@riversideflorist.example',
    notificationPhone: '(617) 555-0133',
    timeZone: 'America/New_York',
    campaigns: [],
  },
];

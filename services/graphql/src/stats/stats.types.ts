import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'Totals of one client; only what is asked for is counted.' })
export class ClientStats {
  /** The client whose totals they are. */
  clientId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'What a client used in this calendar month of its time zone.' })
export class ClientUsage {
  @Field(() => Int, { description: 'Campaigns made.' })
  campaignsThisMonth!: number;
  @Field(() => Int, { description: 'Leads shown.' })
  leadsThisMonth!: number;
  @Field(() => Int, { description: 'Texts sent or on their way.' })
  smsThisMonth!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Totals of the whole agency.' })
export class AdminStats {
  @Field(() => Int, { description: 'Clients, inactive ones included.' })
  totalClients!: number;
  @Field(() => Int, { description: 'Campaigns whose landing page is shown.' })
  activeCampaigns!: number;
  @Field(() => Int, { description: 'Leads, without held ones.' })
  totalLeads!: number;
  @Field(() => Int, { description: 'Leads over a monthly limit, kept until there is room.' })
  heldLeads!: number;
  @Field(() => Int, { description: 'Texts that the provider took.' })
  totalSMSMessages!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Totals of one campaign.' })
export class CampaignStats {
  @Field(() => Int, { description: 'Leads, without held ones.' })
  totalLeads!: number;
  @Field(() => Int, { description: 'Leads that are qualified or converted.' })
  conversions!: number;
  @Field(() => Int, { description: 'Texts that the provider took.' })
  smsSent!: number;
  @Field(() => Int, { description: 'Page loads by way of the QR code.' })
  totalScans!: number;
  @Field(() => Int, { description: 'Page loads of any source.' })
  totalViews!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The page loads of one source.' })
export class SourceViews {
  @Field(() => String, { description: 'The `source` of the address; `direct` where it had none.' })
  source!: string;
  @Field(() => Int, { description: 'Page loads.' })
  views!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What one source brought.' })
export class SourceResult {
  @Field(() => String, {
    description: 'The `source` of the address; `direct` where it had none, `others` for all beyond the first twenty.',
  })
  source!: string;
  @Field(() => Int, { description: 'Page loads.' })
  views!: number;
  @Field(() => Int, { description: 'Leads, without held ones.' })
  leads!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The page loads of one day.' })
export class DayViews {
  @Field(() => String, { description: 'The day in the client’s time zone, as YYYY-MM-DD.' })
  day!: string;
  @Field(() => Int, { description: 'Page loads of any source.' })
  views!: number;
  @Field(() => Int, { description: 'Page loads by way of the QR code.' })
  scans!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What one day brought a client.' })
export class ClientDay {
  @Field(() => String, { description: 'The day in the client’s time zone, as YYYY-MM-DD.' })
  day!: string;
  @Field(() => Int, { description: 'Leads that arrived, without held ones.' })
  leads!: number;
  @Field(() => Int, { description: 'Page loads of any source.' })
  views!: number;
  @Field(() => Int, { description: 'Page loads by way of the QR code.' })
  scans!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Who opened one campaign’s landing page.' })
export class ScanAnalytics {
  @Field(() => Int, { description: 'Page loads by way of the QR code.' })
  totalScans!: number;
  @Field(() => Int, { description: 'Page loads of any source.' })
  totalViews!: number;
  @Field(() => [SourceViews], { description: 'By source, most views first.' })
  bySource!: SourceViews[];
  @Field(() => [DayViews], { description: 'By day with a view, oldest first.' })
  byDay!: DayViews[];
}

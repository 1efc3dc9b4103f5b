import { IsOptional, IsUUID } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { DayRange } from './day-range.types';

@ObjectType({
  simpleResolvers: true,
  description: 'The totals of a client, and its figures in a range of days. Only the requested fields are computed.',
})
export class ClientStats {
  clientId!: string;
  range!: DayRange;
}

@ObjectType({ simpleResolvers: true, description: 'A client’s usage in the current calendar month of its time zone.' })
export class ClientUsage {
  @Field(() => Int, { description: 'The number of campaigns that were created.' })
  campaignsThisMonth!: number;
  @Field(() => Int, { description: 'The number of leads that count against the limit.' })
  leadsThisMonth!: number;
  @Field(() => Int, { description: 'The number of messages that were sent or are being sent.' })
  smsThisMonth!: number;
  @Field(() => Int, { description: 'The number of carrier segments of these messages.' })
  segmentsThisMonth!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The totals of all clients.' })
export class AdminStats {
  @Field(() => Int, { description: 'The number of clients, including inactive ones.' })
  totalClients!: number;
  @Field(() => Int, { description: 'The number of active campaigns.' })
  activeCampaigns!: number;
  @Field(() => Int, { description: 'The number of leads, excluding held ones.' })
  totalLeads!: number;
  @Field(() => Int, { description: 'The number of leads that are held because a monthly limit is used up.' })
  heldLeads!: number;
  @Field(() => Int, { description: 'The number of messages that the provider accepted.' })
  totalSMSMessages!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The totals of a campaign.' })
export class CampaignStats {
  @Field(() => Int, { description: 'The number of leads, excluding held ones.' })
  totalLeads!: number;
  @Field(() => Int, { description: 'The number of leads whose status is `qualified` or `converted`.' })
  conversions!: number;
  @Field(() => Int, { description: 'The number of messages that the provider accepted.' })
  smsSent!: number;
  @Field(() => Int, { description: 'The number of views that came from the QR code.' })
  totalScans!: number;
  @Field(() => Int, { description: 'The number of views from all sources.' })
  totalViews!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The views from one source.' })
export class SourceViews {
  @Field(() => String, {
    description:
      'The `source` parameter of the landing page URL, `direct` if it had none, or `others` for sources beyond the first hundred.',
  })
  source!: string;
  @Field(() => String, { nullable: true, description: 'The name of the placement whose code the visitors scanned.' })
  placementName!: string | null;
  @Field(() => Int, { description: 'The number of views.' })
  views!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The views and leads from one source.' })
export class SourceStats {
  @Field(() => String, {
    description:
      'The `source` parameter of the landing page URL, `direct` if it had none, or `others` for sources beyond the first twenty.',
  })
  source!: string;
  @Field(() => String, { nullable: true, description: 'The name of the placement whose code the visitors scanned.' })
  placementName!: string | null;
  @Field(() => Int, { description: 'The number of views.' })
  views!: number;
  @Field(() => Int, { description: 'The number of leads, excluding held ones.' })
  leads!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The views of one day.' })
export class DayViews {
  @Field(() => String, {
    description:
      'The day in the client’s time zone, as YYYY-MM-DD. A later change of the time zone does not move past activity to another day.',
  })
  day!: string;
  @Field(() => Int, { description: 'The number of views from all sources.' })
  views!: number;
  @Field(() => Int, { description: 'The number of views that came from the QR code.' })
  scans!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A client’s figures for one day.' })
export class ClientDay {
  @Field(() => String, {
    description:
      'The day in the client’s time zone, as YYYY-MM-DD. A later change of the time zone does not move past activity to another day.',
  })
  day!: string;
  @Field(() => Int, { description: 'The number of new leads, excluding held ones.' })
  leads!: number;
  @Field(() => Int, { description: 'The number of views from all sources.' })
  views!: number;
  @Field(() => Int, { description: 'The number of views that came from the QR code.' })
  scans!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The views of a campaign’s landing page.' })
export class ScanAnalytics {
  @Field(() => Int, { description: 'The number of views that came from the QR code.' })
  totalScans!: number;
  @Field(() => Int, { description: 'The number of views from all sources.' })
  totalViews!: number;
  @Field(() => [SourceViews], { description: 'Views by source, most views first.' })
  bySource!: SourceViews[];
  @Field(() => [DayViews], { description: 'Views by day, oldest first. Days without views are omitted.' })
  byDay!: DayViews[];
}

@ArgsType()
export class SourcesArgs {
  @Field(() => ID, { nullable: true, description: 'Filters by campaign. Defaults to all of the client’s campaigns.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;
}

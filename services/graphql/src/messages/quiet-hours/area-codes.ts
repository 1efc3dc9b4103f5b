const ATLANTIC = 'America/Halifax';
const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';
const TORONTO = 'America/Toronto';
const WINNIPEG = 'America/Winnipeg';
const EDMONTON = 'America/Edmonton';
const VANCOUVER = 'America/Vancouver';

/** A place that area codes belong to. */
export interface Area {
  /** The ISO 3166-2 code, such as US-TX. */
  region: string;
  name: string;
  /** All IANA time zones that are in use in the area codes. */
  zones: readonly string[];
}

/**
 * The area codes of the United States with its territories, and of Canada: region, name, time zones, area codes.
 *
 * Source: the area code reports of the North American Numbering Plan Administrator (NANPA, https://nanpa.com) and of the
 * Canadian Numbering Administrator, including the codes that enter service in 2026. To add a code, append it to the row
 * of its region. If the code spans time zones that the row does not have, add a row with all of them. The tests compare
 * the rows with the area codes that libphonenumber knows.
 */
const rows: readonly [region: string, name: string, zones: readonly string[], codes: string][] = [
  ['US-AL', 'Alabama', [CENTRAL], '205 251 256 334 483 659 938'],
  ['US-AK', 'Alaska', ['America/Anchorage', 'America/Adak'], '907'],
  ['US-AZ', 'Arizona', ['America/Phoenix'], '480 520 602 623'],
  // The Navajo Nation observes daylight saving time.
  ['US-AZ', 'Arizona', ['America/Phoenix', MOUNTAIN], '928'],
  ['US-AR', 'Arkansas', [CENTRAL], '327 479 501 870'],
  [
    'US-CA',
    'California',
    [PACIFIC],
    '209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 ' +
      '760 805 818 820 831 837 840 858 909 916 925 949 951',
  ],
  ['US-CO', 'Colorado', [MOUNTAIN], '303 719 720 748 970 983'],
  ['US-CT', 'Connecticut', [EASTERN], '203 475 860 959'],
  ['US-DE', 'Delaware', [EASTERN], '302'],
  ['US-DC', 'the District of Columbia', [EASTERN], '202 771'],
  [
    'US-FL',
    'Florida',
    [EASTERN],
    '239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954',
  ],
  ['US-FL', 'Florida', [EASTERN, CENTRAL], '448 850'],
  ['US-GA', 'Georgia', [EASTERN], '229 404 470 478 678 706 762 770 912 943'],
  ['US-HI', 'Hawaii', ['Pacific/Honolulu'], '808'],
  ['US-ID', 'Idaho', ['America/Boise', PACIFIC], '208 986'],
  ['US-IL', 'Illinois', [CENTRAL], '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872'],
  ['US-IN', 'Indiana', [EASTERN], '260 317 463 765'],
  ['US-IN', 'Indiana', [EASTERN, CENTRAL], '219 574 812 930'],
  ['US-IA', 'Iowa', [CENTRAL], '319 515 563 641 712'],
  ['US-KS', 'Kansas', [CENTRAL], '316 913'],
  ['US-KS', 'Kansas', [CENTRAL, MOUNTAIN], '620 785'],
  ['US-KY', 'Kentucky', [EASTERN], '502 859'],
  ['US-KY', 'Kentucky', [EASTERN, CENTRAL], '270 364 606'],
  ['US-LA', 'Louisiana', [CENTRAL], '225 318 337 457 504 985'],
  ['US-ME', 'Maine', [EASTERN], '207'],
  ['US-MD', 'Maryland', [EASTERN], '227 240 301 410 443 667'],
  ['US-MA', 'Massachusetts', [EASTERN], '339 351 413 508 617 774 781 857 978'],
  ['US-MI', 'Michigan', ['America/Detroit'], '231 248 269 313 517 586 616 679 734 810 947 989'],
  ['US-MI', 'Michigan', ['America/Detroit', 'America/Menominee'], '906'],
  ['US-MN', 'Minnesota', [CENTRAL], '218 320 507 612 651 763 924 952'],
  ['US-MS', 'Mississippi', [CENTRAL], '228 471 601 662 769'],
  ['US-MO', 'Missouri', [CENTRAL], '235 314 417 557 573 636 660 816 975'],
  ['US-MT', 'Montana', [MOUNTAIN], '406'],
  ['US-NE', 'Nebraska', [CENTRAL, MOUNTAIN], '308 402 531'],
  ['US-NV', 'Nevada', [PACIFIC], '702 725'],
  ['US-NV', 'Nevada', [PACIFIC, MOUNTAIN], '775'],
  ['US-NH', 'New Hampshire', [EASTERN], '603'],
  ['US-NJ', 'New Jersey', [EASTERN], '201 551 609 640 732 848 856 862 908 973'],
  ['US-NM', 'New Mexico', [MOUNTAIN], '505 575'],
  [
    'US-NY',
    'New York',
    [EASTERN],
    '212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934',
  ],
  ['US-NC', 'North Carolina', [EASTERN], '252 336 472 704 743 828 910 919 980 984'],
  ['US-ND', 'North Dakota', [CENTRAL, MOUNTAIN], '701'],
  ['US-OH', 'Ohio', [EASTERN], '216 220 234 283 326 330 380 419 436 440 513 567 614 740 937'],
  ['US-OK', 'Oklahoma', [CENTRAL], '405 539 572 580 918'],
  ['US-OR', 'Oregon', [PACIFIC], '503 971'],
  ['US-OR', 'Oregon', [PACIFIC, 'America/Boise'], '458 541'],
  ['US-PA', 'Pennsylvania', [EASTERN], '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878'],
  ['US-RI', 'Rhode Island', [EASTERN], '401'],
  ['US-SC', 'South Carolina', [EASTERN], '803 821 839 843 854 864'],
  ['US-SD', 'South Dakota', [CENTRAL, MOUNTAIN], '605'],
  ['US-TN', 'Tennessee', [CENTRAL], '615 629 731 901 931'],
  ['US-TN', 'Tennessee', [EASTERN], '865'],
  ['US-TN', 'Tennessee', [EASTERN, CENTRAL], '423 729'],
  [
    'US-TX',
    'Texas',
    [CENTRAL],
    '210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979',
  ],
  ['US-TX', 'Texas', [MOUNTAIN], '915'],
  ['US-UT', 'Utah', [MOUNTAIN], '385 435 801'],
  ['US-VT', 'Vermont', [EASTERN], '802'],
  ['US-VA', 'Virginia', [EASTERN], '276 434 540 571 686 703 757 804 826 948'],
  ['US-WA', 'Washington', [PACIFIC], '206 253 360 425 509 564'],
  ['US-WV', 'West Virginia', [EASTERN], '304 681'],
  ['US-WI', 'Wisconsin', [CENTRAL], '262 274 353 414 534 608 715 920'],
  ['US-WY', 'Wyoming', [MOUNTAIN], '307'],
  ['US-AS', 'American Samoa', ['Pacific/Pago_Pago'], '684'],
  ['US-GU', 'Guam', ['Pacific/Guam'], '671'],
  ['US-MP', 'the Northern Mariana Islands', ['Pacific/Saipan'], '670'],
  ['US-PR', 'Puerto Rico', ['America/Puerto_Rico'], '787 939'],
  ['US-VI', 'the U.S. Virgin Islands', ['America/St_Thomas'], '340'],

  ['CA-AB', 'Alberta', [EDMONTON], '368 403 587 780 825'],
  ['CA-BC', 'British Columbia', [VANCOUVER], '604'],
  [
    'CA-BC',
    'British Columbia',
    [VANCOUVER, 'America/Dawson_Creek', 'America/Fort_Nelson', EDMONTON],
    '236 250 257 672 778',
  ],
  ['CA-MB', 'Manitoba', [WINNIPEG], '204 431 584'],
  ['CA-NB', 'New Brunswick', ['America/Moncton'], '428 506'],
  ['CA-NL', 'Newfoundland and Labrador', ['America/St_Johns', 'America/Goose_Bay'], '709 879'],
  ['CA-NS', 'Nova Scotia and Prince Edward Island', [ATLANTIC], '782 902'],
  ['CA-ON', 'Ontario', [TORONTO], '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942'],
  // Atikokan keeps Eastern Standard Time all year, as Panama does.
  ['CA-ON', 'Ontario', [TORONTO, WINNIPEG, 'America/Panama'], '807'],
  ['CA-QC', 'Quebec', [TORONTO], '263 354 438 450 468 514 579 819 873'],
  // The Magdalen Islands and Blanc-Sablon use Atlantic time.
  ['CA-QC', 'Quebec', [TORONTO, ATLANTIC, 'America/Puerto_Rico'], '273 367 418 581'],
  ['CA-SK', 'Saskatchewan', ['America/Regina', EDMONTON], '306 474 639'],
  [
    'CA-NT',
    'the Canadian territories',
    ['America/Whitehorse', EDMONTON, WINNIPEG, 'America/Panama', 'America/Iqaluit'],
    '867',
  ],
];

/** The area of each area code. Toll-free, non-geographic and unassigned codes are missing. */
export const areasByCode: ReadonlyMap<string, Area> = new Map(
  rows.flatMap(([region, name, zones, codes]) => codes.split(' ').map((code) => [code, { region, name, zones }])),
);

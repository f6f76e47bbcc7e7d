/** The style of names of a kind: family names, words of the place, or things such as a copper kettle. */
export type Naming = 'care' | 'counsel' | 'table' | 'trade' | 'shop' | 'studio' | 'venue';

export interface Trade {
  type: string;
  naming: Naming;
  /** Nouns for its name: 'Dental Studio', 'Family Dentistry'. */
  nouns: string[];
}

// type | naming | nouns
const ROWS = `
accountant|counsel|CPA;Accounting;Tax & Accounting
acupuncturist|care|Acupuncture;Acupuncture & Wellness;Oriental Medicine
addiction treatment center|care|Recovery Center;Recovery;Treatment Center
advertising agency|counsel|Advertising;Creative;Media Group
allergist|care|Allergy & Asthma;Allergy Clinic;Allergy Associates
amusement center|venue|Fun Center;Family Fun Park;Arcade & Games
animal hospital|care|Animal Hospital;Veterinary Hospital;Pet Hospital
antique store|shop|Antiques;Antique Mall;Antiques & Vintage
apartment complex|venue|Apartments;Flats;Residences
appliance repair|trade|Appliance Repair;Appliance Service;Appliance
appliance store|shop|Appliances;Appliance Center;Home Appliance
arborist|trade|Tree Care;Arborists;Tree Experts
architect|counsel|Architects;Architecture;Design Partners
art gallery|studio|Gallery;Fine Art;Contemporary
art supply store|shop|Art Supply;Artist Materials;Paper & Paint
assisted living facility|venue|Assisted Living;Senior Living;Gardens Senior Care
attorney|counsel|Law Firm;Attorneys at Law;Law
auto body shop|trade|Auto Body;Collision Center;Body & Paint
auto glass shop|trade|Auto Glass;Windshield Repair;Glass Works
auto parts store|shop|Auto Parts;Parts & Supply;Car Parts
auto repair shop|trade|Auto Repair;Automotive;Auto Care
bakery|table|Bakery;Bakehouse;Bread Co.
bank|venue|Bank;Bank & Trust;Savings Bank
banquet hall|venue|Banquet Hall;Ballroom;Event Center
bar|table|Bar;Taproom;Saloon
barbecue restaurant|table|Barbecue;Smokehouse;BBQ Pit
barber shop|studio|Barber Shop;Barbers;Barber Co.
beauty salon|studio|Beauty Salon;Beauty Bar;Salon
beauty supply store|shop|Beauty Supply;Cosmetics;Hair & Beauty Supply
bed and breakfast|venue|Bed & Breakfast;Inn;Guest House
bicycle shop|shop|Bicycles;Cycles;Bike Shop
bookkeeper|counsel|Bookkeeping;Bookkeeping Services;Ledger Services
bookstore|shop|Books;Bookshop;Book Company
boutique|shop|Boutique;Clothier;Dress Shop
bowling alley|venue|Lanes;Bowl;Bowling Center
brewery|table|Brewing Co.;Brewery;Beer Works
bridal shop|shop|Bridal;Bridal Boutique;Gowns
builder|trade|Builders;Custom Homes;Building Co.
butcher shop|table|Butcher Shop;Meats;Meat Market
cafe|table|Cafe;Coffee & Kitchen;Daily Cafe
car dealer|shop|Motors;Auto Sales;Auto Group
car detailing|trade|Auto Detailing;Detail Shop;Mobile Detail
car rental|venue|Car Rental;Rent-a-Car;Auto Rental
car wash|trade|Car Wash;Express Wash;Auto Spa
cardiologist|care|Cardiology;Heart Clinic;Heart & Vascular
carpenter|trade|Carpentry;Finish Carpentry;Woodworks
carpet cleaning|trade|Carpet Cleaning;Carpet Care;Steam Cleaning
catering|table|Catering;Catering Co.;Kitchen & Catering
chinese restaurant|table|Chinese Kitchen;Noodle House;Szechuan
chiropractor|care|Chiropractic;Spine & Wellness;Family Chiropractic
cleaning service|trade|Cleaning;Cleaning Services;Home Cleaning
clothing store|shop|Clothing;Apparel;Outfitters
coffee roaster|table|Coffee Roasters;Roasting Co.;Roastery
coffee shop|table|Coffee;Coffee House;Espresso Bar
commercial cleaning|trade|Janitorial;Commercial Cleaning;Building Maintenance
computer repair|trade|Computer Repair;PC Service;Computer Works
computer store|shop|Computers;Computer Center;Digital
concrete contractor|trade|Concrete;Concrete & Masonry;Foundations
construction company|trade|Construction;Contracting;Construction Group
convenience store|shop|Food Mart;Corner Store;Quick Mart
cosmetic surgeon|care|Plastic Surgery;Cosmetic Surgery;Aesthetic Surgery
counselor|care|Counseling;Counseling Center;Family Counseling
coworking space|venue|Coworking;Workspace;Offices & Desks
credit union|venue|Credit Union;Community Credit Union;Federal Credit Union
criminal defense attorney|counsel|Criminal Defense;Defense Attorneys;Law
dance studio|studio|Dance Studio;School of Dance;Dance Academy
day care center|venue|Day Care;Child Development Center;Early Learning
day spa|studio|Day Spa;Spa & Wellness;Spa
deck builder|trade|Decks;Decks & Patios;Outdoor Living
delicatessen|table|Deli;Delicatessen;Sandwich Shop
demolition contractor|trade|Demolition;Wrecking;Site Services
dentist|care|Dental Studio;Family Dentistry;Dental Care;Dentistry;Orthodontics
dermatologist|care|Dermatology;Skin Clinic;Skin & Laser
diner|table|Diner;Grill;Luncheonette
divorce lawyer|counsel|Family Law;Divorce Attorneys;Family Law Group
doctor|care|Medical Clinic;Family Medicine;Primary Care
dog groomer|studio|Dog Grooming;Pet Grooming;Paws & Suds
dog trainer|studio|Dog Training;K9 Academy;Canine School
driving school|venue|Driving School;Driver Training;School of Driving
drug store|shop|Drug Store;Drugs;Apothecary
dry cleaner|trade|Cleaners;Dry Cleaning;Garment Care
drywall contractor|trade|Drywall;Drywall & Plaster;Interiors
electrician|trade|Electric;Electrical Services;Electrical Contractors
electronics store|shop|Electronics;Audio & Video;Electronics Outlet
employment agency|counsel|Staffing;Employment Services;Personnel
endodontist|care|Endodontics;Root Canal Specialists;Endodontic Associates
engineering firm|counsel|Engineering;Engineers;Engineering Group
equipment rental|trade|Equipment Rental;Tool Rental;Rentals
event planner|studio|Events;Event Design;Celebrations
event venue|venue|Event Venue;Hall;Events Barn
excavation contractor|trade|Excavating;Excavation;Earthworks
eye doctor|care|Eye Care;Eye Clinic;Eye Associates
fence contractor|trade|Fence;Fencing;Fence & Gate
financial advisor|counsel|Wealth Management;Financial;Financial Advisors
fitness center|studio|Fitness;Fitness Center;Athletic Club
flooring contractor|trade|Flooring;Floors;Hardwood Floors
florist|shop|Florist;Flowers;Floral Design
funeral home|venue|Funeral Home;Funeral Chapel;Memorial Chapel
furniture store|shop|Furniture;Home Furnishings;Furniture Gallery
garage door repair|trade|Garage Doors;Overhead Door;Door Service
garden center|shop|Garden Center;Nursery;Gardens
gas station|shop|Fuel Stop;Service Station;Gas & Go
general contractor|trade|General Contractors;Contracting;Builders
gift shop|shop|Gifts;Gift Shop;Cards & Gifts
glass repair|trade|Glass;Glass & Mirror;Glazing
golf course|venue|Golf Club;Golf Course;Links
graphic designer|studio|Design;Graphic Design;Design Studio
grocery store|shop|Market;Grocery;Food Market
gym|studio|Gym;Strength & Conditioning;Barbell Club
gymnastics center|studio|Gymnastics;Gymnastics Academy;Tumbling
hair salon|studio|Hair Salon;Hair Studio;Salon
handyman|trade|Handyman;Home Repair;Handyman Services
hardware store|shop|Hardware;Hardware & Lumber;True Hardware
health food store|shop|Natural Foods;Health Foods;Whole Pantry
hearing aid store|care|Hearing;Hearing Care;Audiology
heating contractor|trade|Heating;Heating & Air;Furnace Service
home builder|trade|Homes;Home Builders;Custom Homes
home care agency|care|Home Care;Senior Care;Caregivers
home inspector|trade|Home Inspections;Property Inspection;Inspection Services
home remodeling|trade|Remodeling;Renovations;Kitchen & Bath
home security company|trade|Security;Alarm;Security Systems
home staging|studio|Home Staging;Staging & Design;Interiors
hotel|venue|Hotel;Suites;Hotel & Suites
hvac contractor|trade|Heating & Air;HVAC;Mechanical
ice cream shop|table|Ice Cream;Creamery;Scoops
immigration lawyer|counsel|Immigration Law;Immigration Attorneys;Law
indian restaurant|table|Indian Kitchen;Tandoori;Curry House
insulation contractor|trade|Insulation;Spray Foam;Weatherization
insurance agency|counsel|Insurance;Insurance Agency;Insurance Group
interior designer|studio|Interiors;Interior Design;Design House
irrigation contractor|trade|Irrigation;Sprinklers;Irrigation Supply
it services|counsel|IT Services;Technology;Managed IT
italian restaurant|table|Trattoria;Ristorante;Italian Kitchen
janitorial service|trade|Janitorial;Janitorial Services;Building Services
japanese restaurant|table|Japanese Kitchen;Ramen;Izakaya
jeweler|shop|Jewelers;Fine Jewelry;Goldsmiths
juice bar|table|Juice Bar;Juicery;Smoothies
junk removal|trade|Junk Removal;Hauling;Haul Away
kennel|venue|Kennels;Pet Resort;Boarding
korean restaurant|table|Korean Kitchen;Korean BBQ;Seoul Food
landscape architect|counsel|Landscape Architecture;Land Design;Landscape Studio
landscaper|trade|Landscaping;Landscape;Lawn & Garden
laundromat|trade|Laundromat;Coin Laundry;Wash House
law firm|counsel|Law Firm;LLP;Law Group
lawn care|trade|Lawn Care;Lawn Service;Turf
limousine service|trade|Limousine;Chauffeurs;Executive Cars
liquor store|shop|Liquors;Wine & Spirits;Package Store
locksmith|trade|Locksmith;Lock & Key;Lock & Safe
marina|venue|Marina;Harbor;Boat Yard
marketing agency|counsel|Marketing;Marketing Group;Digital Marketing
martial arts school|studio|Martial Arts;Academy of Self-Defense;Jiu-Jitsu
masonry contractor|trade|Masonry;Brick & Stone;Stoneworks
massage therapist|studio|Massage;Massage Therapy;Bodywork
mattress store|shop|Mattress;Sleep Shop;Bedding
med spa|studio|Med Spa;Aesthetics;Skin & Wellness
medical clinic|care|Medical Clinic;Health Center;Family Clinic
medical supply store|shop|Medical Supply;Home Medical;Mobility
mexican restaurant|table|Taqueria;Cantina;Mexican Kitchen
mortgage broker|counsel|Mortgage;Home Loans;Lending
motel|venue|Motel;Motor Inn;Lodge
moving company|trade|Moving;Movers;Moving & Storage
museum|venue|Museum;Museum of History;Heritage Center
music school|studio|Music School;School of Music;Music Academy
music store|shop|Music;Guitars;Music Center
nail salon|studio|Nails;Nail Bar;Nail Spa
nightclub|venue|Nightclub;Lounge;Dance Hall
nursing home|venue|Nursing Home;Care Center;Health & Rehabilitation
nutritionist|care|Nutrition;Dietitians;Nutrition Clinic
obstetrician|care|OB-GYN;Women's Health;Obstetrics
office supply store|shop|Office Supply;Stationers;Business Products
oil change|trade|Oil Change;Quick Lube;Lube & Tune
optician|care|Optical;Eyewear;Vision Center
optometrist|care|Optometry;Eye Care;Family Vision
oral surgeon|care|Oral Surgery;Oral & Facial Surgery;Oral Surgeons
orthodontist|care|Orthodontics;Braces;Family Orthodontics
orthopedic surgeon|care|Orthopedics;Bone & Joint;Sports Medicine
outdoor outfitter|shop|Outfitters;Outdoor Gear;Mountain Sports
paint store|shop|Paint;Paint & Decorating;Paints
painter|trade|Painting;Painters;Paint & Finish
party rental|trade|Party Rental;Tents & Events;Event Rental
party supply store|shop|Party Supply;Party Shop;Balloons & Favors
pawn shop|shop|Pawn;Pawn & Jewelry;Loan & Pawn
payroll service|counsel|Payroll;Payroll Services;HR & Payroll
pediatric dentist|care|Pediatric Dentistry;Kids Dental;Children's Dentistry
pediatrician|care|Pediatrics;Children's Clinic;Pediatric Associates
personal injury lawyer|counsel|Injury Law;Injury Attorneys;Trial Lawyers
personal trainer|studio|Personal Training;Training;Coaching & Fitness
pest control|trade|Pest Control;Exterminating;Termite & Pest
pet store|shop|Pet Supply;Pets;Pet Market
pharmacy|shop|Pharmacy;Drugs;Compounding Pharmacy
photographer|studio|Photography;Photo;Portraits
physical therapist|care|Physical Therapy;Therapy & Rehab;Sports Therapy
pilates studio|studio|Pilates;Pilates Studio;Reformer Pilates
pizza restaurant|table|Pizza;Pizzeria;Wood-Fired Pizza
plumber|trade|Plumbing;Plumbing & Drain;Plumbing & Rooter
podiatrist|care|Podiatry;Foot & Ankle;Foot Clinic
pool contractor|trade|Pools;Pool & Spa;Custom Pools
pool service|trade|Pool Service;Pool Care;Pool & Patio
pottery studio|studio|Pottery;Clay Studio;Ceramics
preschool|venue|Preschool;Montessori;Early Learning Center
pressure washing|trade|Pressure Washing;Power Wash;Exterior Cleaning
print shop|trade|Printing;Print Shop;Press
private investigator|counsel|Investigations;Investigative Group;Detective Agency
private school|venue|School;Day School;Academy
property management company|counsel|Property Management;Management;Rental Management
psychiatrist|care|Psychiatry;Behavioral Health;Psychiatric Associates
psychologist|care|Psychology;Psychological Services;Therapy
real estate agency|counsel|Realty;Real Estate;Properties
real estate appraiser|counsel|Appraisals;Appraisal Group;Valuation
recording studio|studio|Recording;Sound;Studios
restaurant|table|Kitchen;Grill;Table;Bistro
roofing contractor|trade|Roofing;Roofing & Siding;Roofers
seafood restaurant|table|Seafood;Fish House;Oyster Bar
security guard service|trade|Security;Protective Services;Patrol
self storage|venue|Self Storage;Storage;Mini Storage
septic service|trade|Septic;Septic & Sewer;Pumping
shoe repair|trade|Shoe Repair;Cobblers;Boot & Shoe Repair
shoe store|shop|Shoes;Footwear;Boot Co.
siding contractor|trade|Siding;Exteriors;Siding & Windows
sign company|trade|Signs;Sign Co.;Signs & Graphics
solar installer|trade|Solar;Solar Energy;Sun Power
sporting goods store|shop|Sporting Goods;Sports;Team Sports
sports bar|table|Sports Bar;Sports Grill;Tavern
steakhouse|table|Steakhouse;Chophouse;Prime
sushi restaurant|table|Sushi;Sushi Bar;Sushi House
swim school|venue|Swim School;Aquatics;Swim Club
tailor|shop|Tailors;Alterations;Custom Tailoring
tanning salon|studio|Tanning;Tan;Sun Lounge
tattoo shop|studio|Tattoo;Tattoo Studio;Ink
tax preparation|counsel|Tax Service;Tax Preparation;Tax Pros
thai restaurant|table|Thai Kitchen;Thai;Thai Noodles
theater|venue|Theater;Playhouse;Stage
thrift store|shop|Thrift;Resale;Thrift & Consignment
tile contractor|trade|Tile;Tile & Stone;Tile Works
tire shop|trade|Tire;Tire & Auto;Tire Center
towing service|trade|Towing;Towing & Recovery;Wrecker Service
toy store|shop|Toys;Toy Shop;Toys & Games
travel agency|counsel|Travel;Travel Agency;Tours & Travel
tree service|trade|Tree Service;Tree & Stump;Tree Co.
truck repair|trade|Truck Repair;Diesel;Fleet Service
tutoring center|venue|Tutoring;Learning Center;Tutors
urgent care center|care|Urgent Care;Walk-In Clinic;Immediate Care
used car dealer|shop|Used Cars;Auto Sales;Pre-Owned
vegan restaurant|table|Vegan Kitchen;Plant Kitchen;Green Table
veterinarian|care|Veterinary Clinic;Animal Clinic;Pet Care
video production|studio|Films;Video;Productions
water damage restoration|trade|Restoration;Water Damage;Fire & Flood
web designer|studio|Web Design;Digital;Web Studio
wedding planner|studio|Weddings;Wedding Planning;Weddings & Events
welder|trade|Welding;Welding & Repair;Iron Works
window cleaning|trade|Window Cleaning;Windows & Gutters;Clear View
window installer|trade|Windows;Windows & Doors;Window Co.
winery|table|Winery;Vineyards;Cellars
yoga studio|studio|Yoga;Yoga Studio;Hot Yoga
`;

const TRADES = new Map(
  ROWS.trim()
    .split('\n')
    .map((row): [type: string, trade: Trade] => {
      const [type = '', naming = '', nouns = ''] = row.split('|');
      return [type, { type, naming: naming as Naming, nouns: nouns.split(';') }];
    }),
);

const titled = (text: string): string => text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

/** A text that contains a known type ('emergency plumber') uses its names; any other uses its own words. */
export function findTrade(businessType: string): Trade {
  const type = businessType
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const known = TRADES.get(type) ?? TRADES.get(type.replace(/s$/, '')) ?? TRADES.get(type.replace(/es$/, ''));
  if (known) return known;
  const hits = [...TRADES.keys()].filter((key) => ` ${type} `.includes(` ${key} `)).sort((a, b) => b.length - a.length);
  const kindred = TRADES.get(hits[0] ?? '');
  if (kindred) return { ...kindred, type };
  const words = titled(type.slice(0, 40)) || 'Services';
  return { type, naming: 'trade', nouns: [words, words, `${words} Co.`, `${words} Group`] };
}

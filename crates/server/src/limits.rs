//! How much of everything one address and one person may have.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use sandtable_store::{Person, PersonId};

use crate::App;
use crate::faults::{Answer, Failure};

/// How often something may happen: so many at once, and then one again after each `every`.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// So many at once.
    pub burst: u32,
    /// Then one again after this.
    pub every: Duration,
}

impl Rate {
    const fn new(burst: u32, every: Duration) -> Self {
        Self { burst, every }
    }

    /// The same for the limiter.
    pub fn quota(self) -> Quota {
        let every = self.every.max(Duration::from_nanos(1));
        let burst = NonZeroU32::new(self.burst).unwrap_or(NonZeroU32::MIN);
        Quota::with_period(every).expect("the period is not zero").allow_burst(burst)
    }
}

/// Bytes of an uploaded record.
pub const RECORD_BYTES: usize = 8 * 1024 * 1024;

/// How much of everything is allowed. A household behind one address should never notice.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Bytes of a request.
    pub body: usize,
    /// Requests of an address.
    pub requests_by_address: Rate,
    /// Requests of a person.
    pub requests_by_person: Rate,
    /// Guests and accounts that an address makes.
    pub newcomers_by_address: Rate,
    /// Passwords that an address tries.
    pub sign_ins_by_address: Rate,
    /// Passwords that are tried for a name, from anywhere.
    pub sign_ins_by_name: Rate,
    /// Unfinished matches that a person with an account has made.
    pub matches_of_account: u32,
    /// Unfinished matches that a guest has made.
    pub matches_of_guest: u32,
    /// Unfinished matches that were made from an address.
    pub matches_by_address: u32,
    /// Sockets of an address.
    pub sockets_by_address: u32,
    /// Sockets of a person.
    pub sockets_by_person: u32,
    /// Messages on a socket; none: any number, for load tests.
    pub messages_on_socket: Option<Rate>,
    /// Tokens of a person.
    pub tokens_of_person: u32,
    /// Connections of all together.
    pub connections: usize,
    /// Connections of an address.
    pub connections_by_address: u32,
    /// A connection that has not sent the head of its next request after this is closed.
    pub head_timeout: Duration,
    /// A request that is not answered after this is given up.
    pub request_timeout: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            body: 256 * 1024,

            requests_by_address: Rate::new(1000, Duration::from_millis(5)),
            requests_by_person: Rate::new(500, Duration::from_millis(10)),
            newcomers_by_address: Rate::new(100, Duration::from_secs(5)),
            sign_ins_by_address: Rate::new(30, Duration::from_secs(2)),
            sign_ins_by_name: Rate::new(10, Duration::from_secs(6)),
            matches_of_account: 50,
            matches_of_guest: 20,
            matches_by_address: 500,
            sockets_by_address: 200,
            sockets_by_person: 50,
            messages_on_socket: Some(Rate::new(100, Duration::from_millis(20))),
            tokens_of_person: 20,
            connections: 20_000,
            connections_by_address: 1000,
            head_timeout: Duration::from_secs(30),
            request_timeout: Duration::from_mins(1),
        }
    }
}

impl Bounds {
    /// For load tests on one's own machine, where one address is everybody. Sizes and times stay bounded.
    pub fn for_load_tests() -> Self {
        let any = Rate::new(u32::MAX, Duration::from_nanos(1));
        Self {
            requests_by_address: any,
            requests_by_person: any,
            newcomers_by_address: any,
            sign_ins_by_address: any,
            sign_ins_by_name: any,
            matches_of_account: u32::MAX,
            matches_of_guest: u32::MAX,
            matches_by_address: u32::MAX,
            sockets_by_address: u32::MAX,
            sockets_by_person: u32::MAX,
            messages_on_socket: None,
            connections: 200_000,
            connections_by_address: u32::MAX,
            ..Self::default()
        }
    }
}

/// Counts how often a key does something.
struct Gate<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
}

impl<K: Hash + Eq + Clone> Gate<K> {
    fn new(rate: Rate) -> Self {
        Self { limiter: DefaultKeyedRateLimiter::keyed(rate.quota()), clock: DefaultClock::default() }
    }

    /// Lets one through, or says after how many seconds to come back.
    fn pass(&self, key: &K) -> Result<(), u64> {
        self.limiter
            .check_key(key)
            .map_err(|not_until| not_until.wait_time_from(self.clock.now()).as_secs() + 1)
    }

    fn tidy(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

/// Counts what a key holds at the same time.
struct Held<K>(Mutex<HashMap<K, u32>>);

impl<K: Hash + Eq + Clone> Held<K> {
    fn new() -> Self {
        Self(Mutex::new(HashMap::new()))
    }

    fn take(&self, key: &K, most: u32) -> bool {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(key.clone()).or_insert(0);
        if *count >= most {
            return false;
        }
        *count += 1;
        true
    }

    fn give_back(&self, key: &K) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(key) {
            *count -= 1;
            if *count == 0 {
                held.remove(key);
            }
        }
    }
}

struct Counters {
    bounds: Bounds,
    requests_by_address: Gate<Household>,
    requests_by_person: Gate<PersonId>,
    newcomers_by_address: Gate<Household>,
    sign_ins_by_address: Gate<Household>,
    sign_ins_by_name: Gate<String>,
    sockets_by_address: Held<Household>,
    sockets_by_person: Held<PersonId>,
    connections_by_address: Held<Household>,
}

/// The bounds, and what has been used of them. Copies share it.
#[derive(Clone)]
pub struct Limits(Arc<Counters>);

impl Limits {
    /// Nothing has been used yet.
    pub fn new(bounds: Bounds) -> Self {
        Self(Arc::new(Counters {
            requests_by_address: Gate::new(bounds.requests_by_address),
            requests_by_person: Gate::new(bounds.requests_by_person),
            newcomers_by_address: Gate::new(bounds.newcomers_by_address),
            sign_ins_by_address: Gate::new(bounds.sign_ins_by_address),
            sign_ins_by_name: Gate::new(bounds.sign_ins_by_name),
            sockets_by_address: Held::new(),
            sockets_by_person: Held::new(),
            connections_by_address: Held::new(),
            bounds,
        }))
    }

    /// What is allowed.
    pub fn bounds(&self) -> &Bounds {
        &self.0.bounds
    }

    /// A request comes from an address.
    pub fn request_from(&self, address: IpAddr) -> Answer<()> {
        self.0.requests_by_address.pass(&Household::of(address)).map_err(|seconds| {
            Failure::too_many("too many requests come from your address; wait a moment", seconds)
        })
    }

    /// A request comes from a person.
    pub fn request_by(&self, person: &PersonId) -> Answer<()> {
        self.0
            .requests_by_person
            .pass(person)
            .map_err(|seconds| Failure::too_many("you send too many requests; wait a moment", seconds))
    }

    /// Somebody new comes from an address.
    pub fn newcomer_from(&self, address: IpAddr) -> Answer<()> {
        self.0.newcomers_by_address.pass(&Household::of(address)).map_err(|seconds| {
            let message = format!("too many new players come from your address; try again in {seconds} s");
            Failure::too_many(message, seconds)
        })
    }

    /// A password is tried.
    pub fn sign_in(&self, address: IpAddr, name_key: &str) -> Answer<()> {
        let by_address = self.0.sign_ins_by_address.pass(&Household::of(address));
        by_address.and_then(|()| self.0.sign_ins_by_name.pass(&name_key.to_owned())).map_err(|seconds| {
            Failure::too_many(format!("too many attempts to sign in; try again in {seconds} s"), seconds)
        })
    }

    /// Another socket of an address and a person; it counts until the permit is dropped.
    pub fn socket(&self, address: IpAddr, person: Option<&PersonId>) -> Answer<SocketPermit> {
        let household = Household::of(address);
        if !self.0.sockets_by_address.take(&household, self.0.bounds.sockets_by_address) {
            return Err(Failure::too_many(
                "too many tables are open from your address; close one of them",
                5,
            ));
        }
        let mut permit = SocketPermit { limits: self.clone(), household, person: None };
        if let Some(person) = person {
            if !self.0.sockets_by_person.take(person, self.0.bounds.sockets_by_person) {
                return Err(Failure::too_many("you have too many tables open; close one of them", 5));
            }
            permit.person = Some(person.clone());
        }
        Ok(permit)
    }

    /// Another connection of an address; it counts until the permit is dropped.
    pub fn connection(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let household = Household::of(address);
        let most = self.0.bounds.connections_by_address;
        self.0
            .connections_by_address
            .take(&household, most)
            .then(|| ConnectionPermit { limits: self.clone(), household })
    }

    /// How often a socket may speak; none: as often as it likes.
    pub fn messages(&self) -> Option<Quota> {
        self.0.bounds.messages_on_socket.map(Rate::quota)
    }

    /// How many unfinished matches somebody may have made.
    pub fn matches_of(&self, person: &Person) -> u32 {
        if person.guest { self.0.bounds.matches_of_guest } else { self.0.bounds.matches_of_account }
    }

    /// Forgets those who have not come for a while.
    pub fn tidy(&self) {
        self.0.requests_by_address.tidy();
        self.0.requests_by_person.tidy();
        self.0.newcomers_by_address.tidy();
        self.0.sign_ins_by_address.tidy();
        self.0.sign_ins_by_name.tidy();
    }
}

/// The right to one socket.
pub struct SocketPermit {
    limits: Limits,
    household: Household,
    person: Option<PersonId>,
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.limits.0.sockets_by_address.give_back(&self.household);
        if let Some(person) = &self.person {
            self.limits.0.sockets_by_person.give_back(person);
        }
    }
}

/// The right to one connection.
pub struct ConnectionPermit {
    limits: Limits,
    household: Household,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.limits.0.connections_by_address.give_back(&self.household);
    }
}

/// What counts as one address: an IPv6 household has a whole /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Household(IpAddr);

impl Household {
    fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                Self(IpAddr::V6(Ipv6Addr::from(network)))
            }
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

/// Where a request comes from. A proxy is believed only if the server was told that it is behind one.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

impl Address {
    /// Where a request comes from.
    pub fn of(parts: &Parts, behind_proxy: bool) -> Option<Self> {
        if behind_proxy {
            // The last one is what the proxy itself saw; those before it anybody can write.
            let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
            let last =
                forwarded.and_then(|value| value.to_str().ok()).and_then(|value| value.rsplit(',').next());
            if let Some(address) = last.and_then(|text| text.trim().parse().ok()) {
                return Some(Self(address));
            }
        }
        let info = parts.extensions.get::<ConnectInfo<std::net::SocketAddr>>();
        info.map(|ConnectInfo(address)| Self(address.ip()))
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let address = Self::of(parts, app.settings.behind_proxy);
        Ok(address.expect("every connection has an address"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrow() -> Bounds {
        Bounds {
            requests_by_address: Rate::new(2, Duration::from_mins(1)),
            sockets_by_address: 2,
            sockets_by_person: 1,
            ..Bounds::default()
        }
    }

    #[test]
    fn the_third_of_two_is_told_when_to_come_back() {
        let limits = Limits::new(narrow());
        let (here, there) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        assert!(limits.request_from(here).is_ok());
        assert!(limits.request_from(here).is_ok());
        let failure = limits.request_from(here).expect_err("two are allowed");
        assert!(failure.retry_after.is_some_and(|seconds| (1..=61).contains(&seconds)));
        assert!(limits.request_from(there).is_ok(), "others are not held up");
    }

    #[test]
    fn a_closed_socket_makes_room() {
        let limits = Limits::new(narrow());
        let here = IpAddr::from([192, 0, 2, 1]);
        let person = PersonId::random();
        let first = limits.socket(here, Some(&person)).ok();
        assert!(first.is_some());
        assert!(limits.socket(here, Some(&person)).is_err(), "one for a person");
        let second = limits.socket(here, None).ok();
        assert!(second.is_some(), "the refused one is not counted");
        assert!(limits.socket(here, None).is_err(), "two for an address");
        drop(first);
        assert!(limits.socket(here, Some(&person)).is_ok());
    }

    #[test]
    fn a_household_has_one_network() {
        let neighbours = ["2001:db8::1", "2001:db8::ffff:2"].map(|text| text.parse().expect("an address"));
        assert_eq!(Household::of(neighbours[0]), Household::of(neighbours[1]));
        let (mapped, plain): (IpAddr, IpAddr) =
            ("::ffff:192.0.2.1".parse().expect("an address"), IpAddr::from([192, 0, 2, 1]));
        assert_eq!(Household::of(mapped), Household::of(plain));
    }
}

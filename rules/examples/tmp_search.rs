use rules::search::*;
use rules::*;
fn main() {
    let k = std::env::args().nth(1).unwrap();
    let ms: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let v = variants::by_key(&k).unwrap();
    let f = std::env::args().nth(3).unwrap_or(v.start.to_owned());
    let g = Game::from_position(fen::parse(v, &f).unwrap());
    let e = Engine::new(v, 64);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let t = std::time::Instant::now();
    std::thread::scope(|s| {
        s.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(ms));
            stop.store(true, std::sync::atomic::Ordering::Relaxed)
        });
        e.search(&g, Limits { stop: Some(&stop), ..Default::default() }, |l| {
            let mut p = g.position().clone();
            let mut o = String::new();
            for m in &l.moves {
                o += &format!("{} ", san::print(&p, *m));
                p = p.after(*m);
            }
            println!(
                "{} {:?} n{} {:.2}s {:.2}Mnps {}",
                l.depth,
                l.score,
                l.nodes,
                t.elapsed().as_secs_f64(),
                l.nodes as f64 / t.elapsed().as_secs_f64() / 1e6,
                o
            )
        });
    });
}
